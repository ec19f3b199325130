package dev.otters.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes parts in the opposite order of their opening; one that fails does not keep the others
 * open.
 */
final class Closing implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Closing.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Remembers a part that was opened, and returns it. */
  <T extends AutoCloseable> T keep(T part) {
    opened.push(part);
    return part;
  }

  /** Closes all parts; does nothing the second time. */
  @Override
  public void close() {
    while (!opened.isEmpty()) {
      AutoCloseable part = opened.pop();
      try {
        part.close();
      } catch (Exception e) {
        LOGGER
            .atError()
            .addKeyValue("part", part.getClass().getSimpleName())
            .setCause(e)
            .log("Could not be closed");
      }
    }
  }
}
