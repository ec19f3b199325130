package dev.otters.api.agent;

import dev.otters.api.Inline;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code otters events}.
 *
 * @param time the time when the daemon stored what happened; never before that of an earlier event
 * @param id the id of the agent; null for an event without an agent, as are name and image
 * @param name the name of the agent, after the event
 * @param image the reference that it was run from
 * @param executor the executor of the agent, or the one that the event is about; null for a gap
 * @param labels the labels of the agent, the first 4 KiB
 */
public record AgentEvent(
    Instant time,
    AgentEventType event,
    @Nullable String id,
    @Nullable String name,
    @Nullable String image,
    @Nullable String executor,
    Map<String, String> labels,
    @Inline Details details) {
  /**
   * The members that only some types have.
   *
   * @param exitCode the exit code of the sandbox: 128 plus the number of a signal
   * @param reason the reason of a failure
   * @param message one sentence about what happened, at most 500 characters
   * @param formerName the name before a rename
   */
  public record Details(
      @Nullable Integer exitCode,
      @Nullable String reason,
      @Nullable String message,
      @Nullable String formerName) {
    /** No details. */
    public static final Details NONE = new Details(null, null, null, null);

    /** Returns details with only a message. */
    public static Details of(String message) {
      return new Details(null, null, message, null);
    }
  }
}
