package dev.otters.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes parts in the reverse order of their opening. A part that fails does not keep the others
 * open.
 */
final class Closing implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(Closing.class);

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Adds an open part, and returns it. */
  <T extends AutoCloseable> T keep(T part) {
    opened.push(part);
    return part;
  }

  /** Closes all parts. Idempotent. */
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
            .log("A part could not be closed");
      }
    }
  }
}
