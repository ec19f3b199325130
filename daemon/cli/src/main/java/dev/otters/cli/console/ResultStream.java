package dev.otters.cli.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Remembers the first failure of a stream, which a print stream would hide. */
final class ResultStream extends FilterOutputStream {
  private static final Path STANDARD_OUTPUT = Path.of("/proc/self/fd/1");

  private volatile @Nullable IOException failure;

  ResultStream(OutputStream to) {
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

  /** Returns the first failure, null when there was none. */
  @Nullable IOException failure() {
    return failure;
  }

  /** Returns whether the reader is gone. The message may be localized. */
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
