package dev.otters.executor;

import java.util.Optional;

/**
 * Receives the output of a sandbox, from one thread per follower. May block, which slows only that
 * follower.
 */
@FunctionalInterface
public interface LogSink {
  /** Receives one line. */
  void line(LogLine line);

  /**
   * Receives the end of the output, exactly once.
   *
   * @param failure the reason why the output broke off; empty when the sandbox ended or the
   *     follower was closed
   */
  default void ended(Optional<ExecutorException> failure) {}
}
