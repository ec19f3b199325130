package dev.otters.protocol;

import java.util.List;
import java.util.Optional;

/**
 * One claim on a session's pending work: everything that a turn needs, frozen.
 *
 * @param fence the number that every write of this turn carries
 * @param transcript the conversation so far, without the system prompt; every tool call answered
 * @param recoveryNote what an earlier, broken attempt may or may not have done
 */
public record Activation(
    String id,
    long fence,
    String session,
    String turn,
    List<ChatMessage> transcript,
    Optional<String> recoveryNote,
    TurnOptions options) {
  /** Copies the list. */
  public Activation {
    transcript = List.copyOf(transcript);
  }
}
