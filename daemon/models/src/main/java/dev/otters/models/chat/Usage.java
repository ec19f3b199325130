package dev.otters.models.chat;

/** A count of tokens. */
public record Usage(long inputTokens, long outputTokens) {
  /** No tokens. */
  public static final Usage NONE = new Usage(0, 0);

  /** Returns the sum of both. */
  public Usage plus(Usage other) {
    return new Usage(inputTokens + other.inputTokens, outputTokens + other.outputTokens);
  }
}
