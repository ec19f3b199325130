package dev.otters.agents.logs;

import java.io.ByteArrayOutputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Reads whole lines of a file that may still grow. Keeps one buffer and one line in memory. */
final class LineReader implements AutoCloseable {
  private static final int BUFFER = 16 << 10;
  private static final int LONGEST = 256 << 10;

  // Not a channel: an interrupt would close it.
  private final FileInputStream file;
  private final byte[] buffer = new byte[BUFFER];
  private int position;
  private int limit;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  LineReader(Path file) throws IOException {
    this.file = new FileInputStream(file.toFile());
  }

  /** Returns the next line, cut if it is too long; null if there is no complete line for now. */
  @Nullable String next() throws IOException {
    do {
      while (position < limit) {
        byte next = buffer[position++];
        if (next == '\n') {
          String text = line.toString(StandardCharsets.UTF_8);
          line.reset();
          return text;
        }
        if (line.size() < LONGEST) {
          line.write(next);
        }
      }
    } while (filled());
    return null;
  }

  private boolean filled() throws IOException {
    position = 0;
    limit = Math.max(0, file.read(buffer));
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
