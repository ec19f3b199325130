package dev.otters.protocol;

import java.util.List;
import java.util.Optional;

/**
 * A claim on a session's pending work, with a snapshot of all that the turn needs.
 *
 * @param fence the fencing number that every write of this turn carries
 * @param transcript the conversation so far without the system prompt; every tool call has a result
 * @param recoveryNote the calls that a broken attempt may or may not have made
 */
public record Activation(
    String id,
    long fence,
    String session,
    String turn,
    List<ChatMessage> transcript,
    Optional<String> recoveryNote,
    TurnOptions options) {
  public Activation {
    transcript = List.copyOf(transcript);
  }
}
