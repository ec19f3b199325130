package dev.otters.models.gateway;

import java.util.function.Consumer;

/**
 * The agent that asks for a completion.
 *
 * @param agent the agent's id; a queue for a model serves agents in turns
 * @param notes receives remarks for the followers of the turn, such as the reason for a wait
 */
public record Caller(String agent, Consumer<String> notes) {
  /** A caller without an identity; it receives no notes. */
  public static final Caller UNKNOWN = new Caller("", note -> {});
}
