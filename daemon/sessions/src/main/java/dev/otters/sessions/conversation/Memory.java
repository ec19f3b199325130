package dev.otters.sessions.conversation;

/**
 * The treatment of turns that a model no longer sees, and the limits of what it sees.
 *
 * @param summarizes whether the model summarizes them
 * @param maxMessages the limit on messages, calls and results at the start of a turn; 0 for none
 * @param maxTokens the limit on a request's conversation in tokens; 0 for none
 */
public record Memory(boolean summarizes, int maxMessages, int maxTokens) {
  /** Leaves turns out without a summary; the model's context is the only limit. */
  public static final Memory SLIDING = new Memory(false, 0, 0);
}
