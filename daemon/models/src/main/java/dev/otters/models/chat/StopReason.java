package dev.otters.models.chat;

/** Why a completion ended. */
public enum StopReason {
  /** The model finished its answer. */
  END_TURN,
  /** The model wants tools to be run. */
  TOOL_USE,
  /** The model reached its token limit; its text is cut. */
  MAX_TOKENS,
  /** The model or its vendor refused to answer; the text is what was said before, or why. */
  REFUSED,
  /** The turn was interrupted; the text is what the model had said. */
  INTERRUPTED
}
