package dev.otters.sessions.budget;

/** An amount of tokens and of nanodollars, used or allowed. */
public record Amount(long tokens, long nanos) {
  /** A limit that limits nothing. */
  public static final long UNLIMITED = Long.MAX_VALUE;

  /** Nothing. */
  public static final Amount NONE = new Amount(0, 0);

  /** A limit on neither tokens nor money. */
  public static final Amount ANY = new Amount(UNLIMITED, UNLIMITED);

  /** Returns the sum, which is at most the largest number. */
  Amount plus(Amount more) {
    return new Amount(sum(tokens, more.tokens), sum(nanos, more.nanos));
  }

  Amount minus(Amount less) {
    return new Amount(tokens - less.tokens, nanos - less.nanos);
  }

  long of(Unit unit) {
    return unit == Unit.TOKENS ? tokens : nanos;
  }

  private static long sum(long a, long b) {
    return a > Long.MAX_VALUE - b ? Long.MAX_VALUE : a + b;
  }
}
