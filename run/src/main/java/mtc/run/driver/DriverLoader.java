package mtc.run.driver;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;

/**
 * Loads a driver, and beside it the classes of this program that are compiled against one: those
 * must not come from the loader of everything else, which cannot see the driver.
 */
final class DriverLoader extends URLClassLoader {
  private static final String BESIDE = "mtc.run.embedded.";

  DriverLoader(URL[] jars, ClassLoader parent) {
    super("driver", jars, parent);
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.startsWith(BESIDE) || getURLs().length == 0) {
      return super.loadClass(name, resolve);
    }
    synchronized (getClassLoadingLock(name)) {
      var loaded = findLoadedClass(name);
      return loaded != null ? loaded : define(name);
    }
  }

  private Class<?> define(String name) throws ClassNotFoundException {
    var file = name.replace('.', '/') + ".class";
    try (var in = getParent().getResourceAsStream(file)) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      var bytes = in.readAllBytes();
      return defineClass(name, bytes, 0, bytes.length);
    } catch (IOException e) {
      throw new ClassNotFoundException(name, e);
    }
  }
}
