package dev.otters.home.text;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/**
 * The content of a file that people write. Each access checks the file for a change, and reads it
 * once a writer has finished. Thread-safe.
 *
 * @param <T> the content; it also says what is wrong with the file
 */
public final class WatchedFile<T> {
  private final Path file;
  private final Function<T, Read<T>> reader;
  private volatile Read<T> last;

  /**
   * A content that was read.
   *
   * @param stamp the stamp of the file before it was read; empty if it cannot be read
   */
  public record Read<T>(T content, Optional<FileStamp> stamp) {}

  /**
   * Begins with the content of a file that does not exist.
   *
   * @param reader reads the file. It receives the last content, of which the valid part applies
   *     while the file has errors
   */
  public WatchedFile(Path file, T missing, Function<T, Read<T>> reader) {
    this.file = file;
    this.reader = reader;
    this.last = new Read<>(missing, Optional.of(FileStamp.NONE));
  }

  /** Returns the content that applies now. */
  public T content() {
    if (!unchanged()) {
      synchronized (this) {
        if (!unchanged()) {
          FileStamp.settle(file);
          read();
        }
      }
    }
    return last.content();
  }

  /** Reads the file now. */
  public synchronized void read() {
    last = reader.apply(last.content());
  }

  private boolean unchanged() {
    return last.stamp().equals(FileStamp.look(file));
  }
}
