package dev.otters.home.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The state of a file that people write, for detecting a change without reading it.
 *
 * @param attributes the times, size and inode; null if the file does not exist
 */
public record FileStamp(@Nullable Map<String, Object> attributes) {
  /** The stamp of a file that does not exist. */
  public static final FileStamp NONE = new FileStamp(null);

  private static final Duration SETTLED = Duration.ofMillis(40);
  static final int LOOKS = 25;

  /**
   * Returns the present stamp of a file.
   *
   * @throws IOException if its attributes cannot be read
   */
  public static FileStamp of(Path file) throws IOException {
    try {
      return new FileStamp(Files.readAttributes(file, "unix:ctime,lastModifiedTime,size,ino"));
    } catch (NoSuchFileException e) {
      return NONE;
    }
  }

  /** Returns the present stamp of a file; empty if its attributes cannot be read. */
  public static Optional<FileStamp> look(Path file) {
    try {
      return Optional.of(of(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Waits until a file stops changing, for at most a second: an editor may empty the file before it
   * fills it.
   */
  public static void settle(Path file) {
    try {
      settle(() -> look(file), () -> Thread.sleep(SETTLED));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Looks again after each pause until nothing changes, but not more often than {@link #LOOKS}. */
  static void settle(Supplier<Optional<FileStamp>> look, Pause pause) throws InterruptedException {
    Optional<FileStamp> before = Optional.empty();
    Optional<FileStamp> now = look.get();
    for (int i = 0; i < LOOKS && (i == 0 || !now.equals(before)); i++) {
      pause.run();
      before = now;
      now = look.get();
    }
  }

  /** Waits a moment. */
  interface Pause {
    void run() throws InterruptedException;
  }
}
