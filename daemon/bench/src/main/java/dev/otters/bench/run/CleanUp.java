package dev.otters.bench.run;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs clean-up actions, newest first, at the end and when the program is interrupted. */
public final class CleanUp implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(CleanUp.class);

  private final Deque<Entry> entries = new ArrayDeque<>();

  /** A clean-up action. */
  @FunctionalInterface
  public interface Undo {
    /** Runs the action. */
    void run() throws Exception;
  }

  private record Entry(String what, Undo undo) {}

  /** Returns a clean-up that also runs when the JVM exits. */
  public static CleanUp atExit() {
    CleanUp cleanUp = new CleanUp();
    Runtime.getRuntime().addShutdownHook(new Thread(cleanUp::close, "clean-up"));
    return cleanUp;
  }

  /** Adds an action. */
  public synchronized void add(String what, Undo undo) {
    entries.push(new Entry(what, undo));
  }

  /** Runs all actions. Logs failures and continues. */
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
