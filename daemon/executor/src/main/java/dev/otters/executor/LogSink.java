package dev.otters.executor;

import java.util.Optional;

/**
 * Takes what a sandbox prints. Called from one thread per follower; may block, which slows only it.
 */
@FunctionalInterface
public interface LogSink {
  /** Takes one line. */
  void line(LogLine line);

  /**
   * Takes note that nothing more comes, exactly once.
   *
   * @param failure why the following broke off; empty when the sandbox ended or the follower was
   *     closed
   */
  default void ended(Optional<ExecutorException> failure) {}
}
