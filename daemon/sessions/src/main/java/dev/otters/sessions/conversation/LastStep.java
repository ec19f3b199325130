package dev.otters.sessions.conversation;

import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.SessionException;
import java.util.List;
import java.util.Set;

/**
 * The last completion of an attempt that called tools or whose answer was rejected.
 *
 * @param number its number, or 0 if there is none
 * @param text what the model said before the calls
 * @param open the ids of the calls without a result
 */
public record LastStep(int number, String text, List<ToolCall> calls, List<String> open) {
  /** Returns the step without calls that do not run in the sandbox. */
  public LastStep without(Set<String> others) {
    return new LastStep(
        number,
        text,
        calls.stream().filter(call -> !others.contains(call.id())).toList(),
        open.stream().filter(call -> !others.contains(call)).toList());
  }

  /**
   * Checks that a step follows.
   *
   * @throws SessionException with {@code INVALID} if it is not the next one or results are missing
   */
  public void requireNext(int step) {
    if (step != number + 1) {
      throw SessionException.invalid("the next step is %d and not %d".formatted(number + 1, step));
    }
    if (!open.isEmpty()) {
      throw SessionException.invalid("results are missing: " + String.join(", ", open));
    }
  }
}
