package dev.otters.bench.run;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Undoes everything, the newest first: at the end, and also when the program is told to stop in the
 * middle.
 */
public final class CleanUp implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(CleanUp.class);

  private final Deque<Entry> entries = new ArrayDeque<>();

  /** Takes one thing back. */
  @FunctionalInterface
  public interface Undo {
    /** Takes it back. */
    void run() throws Exception;
  }

  private record Entry(String what, Undo undo) {}

  /** Makes one that also runs when the virtual machine ends. */
  public static CleanUp atExit() {
    CleanUp cleanUp = new CleanUp();
    Runtime.getRuntime().addShutdownHook(new Thread(cleanUp::close, "clean-up"));
    return cleanUp;
  }

  /** Remembers what has to be undone. */
  public synchronized void add(String what, Undo undo) {
    entries.push(new Entry(what, undo));
  }

  /** Undoes what was added; one that fails is logged and does not keep the others from it. */
  @Override
  public synchronized void close() {
    while (!entries.isEmpty()) {
      Entry entry = entries.pop();
      try {
        entry.undo().run();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      } catch (Exception e) {
        LOGGER.atError().log("Could not clean up {}: {}", entry.what(), e.toString());
      }
    }
  }
}
