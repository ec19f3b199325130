package dev.otters.models.price;

import dev.otters.models.chat.Usage;
import java.math.BigInteger;

/**
 * The price of a model, in millionths of a US dollar for a million tokens.
 *
 * @param input of tokens that no cache served
 * @param cachedInput of tokens that the vendor read from its cache
 * @param cacheWrite of tokens that the vendor wrote to its cache
 * @param output of all tokens of an answer, including the reasoning
 */
public record Price(long input, long cachedInput, long cacheWrite, long output) {
  /**
   * The largest cost of one answer, in nanodollars: 10,000 dollars. The sum of all answers that the
   * ledger keeps then fits in a long.
   */
  public static final long MOST = 10_000_000_000_000L;

  /** A price is in micro, and a cost in nano: a token of a millionth costs 1/1000. */
  private static final BigInteger PER_NANO = BigInteger.valueOf(1000);

  /** Returns what tokens cost, in nanodollars, rounded up. */
  public long nanos(Usage usage) {
    long fresh = usage.inputTokens() - usage.cachedTokens() - usage.cacheWriteTokens();
    BigInteger sum =
        cost(fresh, input)
            .add(cost(usage.cachedTokens(), cachedInput))
            .add(cost(usage.cacheWriteTokens(), cacheWrite))
            .add(cost(usage.outputTokens(), output));
    BigInteger[] nanos = sum.divideAndRemainder(PER_NANO);
    BigInteger whole = nanos[1].signum() == 0 ? nanos[0] : nanos[0].add(BigInteger.ONE);
    return whole.min(BigInteger.valueOf(MOST)).longValueExact();
  }

  /** Returns the most that a request can cost: all its input is at the highest price. */
  public long most(long inputTokens, long outputTokens) {
    long highest = Math.max(input, Math.max(cachedInput, cacheWrite));
    return new Price(highest, highest, highest, output).nanos(new Usage(inputTokens, outputTokens));
  }

  private static BigInteger cost(long tokens, long price) {
    return BigInteger.valueOf(tokens).multiply(BigInteger.valueOf(price));
  }
}
