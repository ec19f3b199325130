package dev.otters.cli.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Remembers the first failure of a stream, about which a print stream says nothing. */
final class Outlet extends FilterOutputStream {
  private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

  private volatile @Nullable IOException failure;

  Outlet(OutputStream to) {
    super(to);
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] from, int offset, int length) throws IOException {
    try {
      out.write(from, offset, length);
    } catch (IOException e) {
      if (failure == null) {
        failure = e;
      }
      throw e;
    }
  }

  /** Returns why a write failed first, null when none did. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Tells whether a reader has gone; the message is in the user's language. */
  static boolean isClosedPipe(IOException failure) {
    if (String.valueOf(failure.getMessage()).contains("Broken pipe")) {
      return true;
    }
    try {
      return Files.readSymbolicLink(STANDARD_OUTPUT).toString().startsWith("pipe:");
    } catch (IOException e) {
      return false;
    }
  }
}
