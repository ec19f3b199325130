package dev.otters.protocol;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

/**
 * The steps at which the crash matrix kills processes. If a folder is set, a step whose file {@code
 * NAME.armed} is in it writes {@code NAME.reached} and waits until the first file is deleted.
 * Without a folder, nothing happens.
 */
public final class CrashPoint {
  /** The variable that names the folder of a daemon. */
  public static final String VARIABLE = "OTTERS_CRASH_POINTS";

  /** The option that names the folder of a runtime, whose sandbox has no such variable. */
  public static final String OPTION = "--crash-points";

  /** The property that {@link #OPTION} sets before this class is used. */
  public static final String PROPERTY = "otters.crash-points";

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration LOOK_AGAIN = Duration.ofMillis(2);

  private static final String FOLDER =
      System.getProperty(PROPERTY, Objects.requireNonNullElse(System.getenv(VARIABLE), ""));
  private static final boolean ON = !FOLDER.isEmpty();

  /** A marker is a file of the folder, never what a link names. */
  private static final OpenOption[] MARK = {
    StandardOpenOption.CREATE,
    StandardOpenOption.WRITE,
    StandardOpenOption.TRUNCATE_EXISTING,
    LinkOption.NOFOLLOW_LINKS
  };

  private CrashPoint() {}

  /**
   * Waits while a step is armed, at most two minutes, or until the thread is interrupted.
   *
   * @throws UncheckedIOException if the folder cannot be written
   */
  public static void at(String step) {
    if (ON) {
      await(Path.of(FOLDER), step);
    }
  }

  static void await(Path folder, String step) {
    Path armed = folder.resolve(step + ".armed");
    if (!Files.exists(armed)) {
      return;
    }
    try {
      Files.write(folder.resolve(step + ".reached"), new byte[0], MARK);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (Files.exists(armed)
        && System.nanoTime() - deadline < 0
        && !Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(LOOK_AGAIN.toNanos());
    }
  }
}
