package mtc;

import java.lang.reflect.InvocationTargetException;

/**
 * Where the jar starts: compiled for any Java, to say in words that it needs a newer one. The JVM's
 * own way to end is exit code 1, which is that of a violation.
 */
public final class Launch {
  private static final int OLDEST = 25;
  private static final int CANNOT_RUN = 4;
  private static final int BUG = 5;

  private Launch() {}

  public static void main(String[] args) {
    String version = System.getProperty("java.specification.version", "");
    if (version.startsWith("1.") || feature(version) < OLDEST) {
      System.err.println("mtc: it needs Java " + OLDEST + " or later, and this is Java " + version);
      System.exit(CANNOT_RUN);
    }
    try {
      Class.forName("mtc.cli.Main").getMethod("main", String[].class).invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      end(e.getCause());
    } catch (ReflectiveOperationException | LinkageError e) {
      end(e);
    }
  }

  private static void end(Throwable e) {
    System.err.println("mtc: it cannot go on: " + e);
    Runtime.getRuntime().halt(e instanceof OutOfMemoryError ? CANNOT_RUN : BUG);
  }

  private static int feature(String version) {
    int end = 0;
    while (end < version.length() && Character.isDigit(version.charAt(end))) {
      end++;
    }
    return end == 0 ? 0 : Integer.parseInt(version.substring(0, end));
  }
}
