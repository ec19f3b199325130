package dev.otters.protocol;

/** The fixed facts of the agent wire: JSON-RPC 2.0, one message a line. */
public final class Protocol {
  /** The version that {@code hello} announces and the daemon confirms. */
  public static final int VERSION = 1;

  /** The longest line, its line feed included, that either side sends or accepts. */
  public static final int MAX_LINE_BYTES = 8 * 1024 * 1024;

  /** The most JSON tokens of a line: small ones take many times their bytes when they are read. */
  public static final int MAX_TOKENS = 500_000;

  /** The longest first line: it comes from someone who has not shown a token yet. */
  public static final int MAX_HELLO_BYTES = 64 * 1024;

  private Protocol() {}
}
