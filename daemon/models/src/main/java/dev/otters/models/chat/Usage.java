package dev.otters.models.chat;

/**
 * A count of tokens, the same for all vendors. Negative counts become 0, and counts of more than
 * {@value #MOST} become that many, so that sums never overflow.
 *
 * @param inputTokens all tokens of requests, including those read from and written to a cache
 * @param cachedTokens the part of the input that the vendor read from its cache
 * @param cacheWriteTokens the part of the input that the vendor wrote to its cache
 * @param outputTokens all tokens of answers, including the reasoning
 * @param reasoningTokens the part of the output that is reasoning
 * @param estimated whether a part of it was not reported by the provider but estimated
 */
public record Usage(
    long inputTokens,
    long cachedTokens,
    long cacheWriteTokens,
    long outputTokens,
    long reasoningTokens,
    boolean estimated) {
  private static final long MOST = 1_000_000_000_000L;

  /** No tokens. */
  public static final Usage NONE = new Usage(0, 0);

  /** Creates a count from what a provider reported, which may be wrong. */
  public Usage {
    inputTokens = Math.clamp(inputTokens, 0, MOST);
    cachedTokens = Math.clamp(cachedTokens, 0, inputTokens);
    cacheWriteTokens = Math.clamp(cacheWriteTokens, 0, inputTokens - cachedTokens);
    outputTokens = Math.clamp(outputTokens, 0, MOST);
    reasoningTokens = Math.clamp(reasoningTokens, 0, outputTokens);
  }

  /** Creates a count without parts that the provider reported. */
  public Usage(long inputTokens, long outputTokens) {
    this(inputTokens, 0, 0, outputTokens, 0, false);
  }

  /** Returns an estimate for texts of this many bytes: a token has about four. */
  public static Usage estimate(long input, long output) {
    return new Usage(Math.ceilDiv(input, 4), 0, 0, Math.ceilDiv(output, 4), 0, true);
  }

  /** Returns the sum of both. */
  public Usage plus(Usage other) {
    return new Usage(
        inputTokens + other.inputTokens,
        cachedTokens + other.cachedTokens,
        cacheWriteTokens + other.cacheWriteTokens,
        outputTokens + other.outputTokens,
        reasoningTokens + other.reasoningTokens,
        estimated || other.estimated);
  }

  /** Returns the larger of both in each kind: a vendor reports the usage of an answer in steps. */
  public Usage max(Usage other) {
    return new Usage(
        Math.max(inputTokens, other.inputTokens),
        Math.max(cachedTokens, other.cachedTokens),
        Math.max(cacheWriteTokens, other.cacheWriteTokens),
        Math.max(outputTokens, other.outputTokens),
        Math.max(reasoningTokens, other.reasoningTokens),
        estimated || other.estimated);
  }

  /** Returns this usage with the estimate in place of an input or output of 0. */
  public Usage orEstimate(Usage estimate) {
    boolean noInput = inputTokens == 0 && estimate.inputTokens > 0;
    boolean noOutput = outputTokens == 0 && estimate.outputTokens > 0;
    return new Usage(
        noInput ? estimate.inputTokens : inputTokens,
        cachedTokens,
        cacheWriteTokens,
        noOutput ? estimate.outputTokens : outputTokens,
        reasoningTokens,
        estimated || noInput || noOutput);
  }

  /** Returns this usage with an estimate of the output. */
  public Usage withOutput(long tokens) {
    return new Usage(inputTokens, cachedTokens, cacheWriteTokens, tokens, reasoningTokens, true);
  }
}
