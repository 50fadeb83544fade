package mtc.source;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** Why something could not be read or written, in words, without the name of a file. */
public final class Reason {
  private Reason() {}

  /** The JDK puts the file first, and for some failures has no words at all. */
  public static String of(IOException e) {
    return switch (e) {
      case NoSuchFileException _ -> "there is no such file or directory";
      case AccessDeniedException _ -> "that is not allowed";
      case FileSystemException file when file.getReason() != null -> file.getReason();
      case IOException other ->
          other.getMessage() == null ? other.getClass().getSimpleName() : other.getMessage();
    };
  }

  /** The virtual machine calls it memory, too, when the system lets it have no more threads. */
  public static boolean isThread(OutOfMemoryError error) {
    return error.getMessage() != null && error.getMessage().contains("thread");
  }
}
