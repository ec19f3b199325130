package dev.otters.models.gateway;

import java.util.function.Consumer;

/**
 * Is for whom a completion is asked.
 *
 * @param agent whose turn it is: where one has to wait, no agent holds up the others for longer
 *     than one answer
 * @param notes takes remarks for those who follow the turn, such as what it waits for
 */
public record Caller(String agent, Consumer<String> notes) {
  /** Nobody that is known: what is asked of it is told to nobody. */
  public static final Caller UNKNOWN = new Caller("", note -> {});
}
