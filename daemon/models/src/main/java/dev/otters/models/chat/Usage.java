package dev.otters.models.chat;

/**
 * A count of tokens.
 *
 * @param estimated whether a part of it was not reported by the provider but estimated
 */
public record Usage(long inputTokens, long outputTokens, boolean estimated) {
  /** No tokens. */
  public static final Usage NONE = new Usage(0, 0);

  /** Creates a count that the provider reported. */
  public Usage(long inputTokens, long outputTokens) {
    this(inputTokens, outputTokens, false);
  }

  /** Returns an estimate for texts of this many characters: a token has about four. */
  public static Usage estimate(long input, long output) {
    return new Usage(Math.ceilDiv(input, 4), Math.ceilDiv(output, 4), true);
  }

  /** Returns the sum of both. */
  public Usage plus(Usage other) {
    return new Usage(
        inputTokens + other.inputTokens,
        outputTokens + other.outputTokens,
        estimated || other.estimated);
  }
}
