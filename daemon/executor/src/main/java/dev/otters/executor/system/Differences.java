package dev.otters.executor.system;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import java.util.List;

/** Says that a sandbox is not what was planned. */
final class Differences {
  private Differences() {}

  /**
   * Returns the refusal.
   *
   * @param differences a sentence part each
   */
  static ExecutorException refused(List<String> differences) {
    return new ExecutorException(
        Reason.TAMPERED,
        "the sandbox's mounts are not those requested: " + String.join("; ", differences),
        "Look into the agent's workspace and its mounted folders: somebody changed them while"
            + " the sandbox started.");
  }
}
