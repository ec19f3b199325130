package dev.otters.protocol;

/** The constants of the agent wire: JSON-RPC 2.0, one message per line. */
public final class Protocol {
  /** The protocol version, announced in {@code hello} and confirmed by the daemon. */
  public static final int VERSION = 6;

  /** The size limit of a line in bytes, including its line feed. */
  public static final int MAX_LINE_BYTES = 2 * 1024 * 1024;

  /** The limit on JSON tokens per line: small values take many times their size in memory. */
  public static final int MAX_TOKENS = 500_000;

  /** The size limit of the first line, which comes from an unauthenticated client. */
  public static final int MAX_HELLO_BYTES = 64 * 1024;

  private Protocol() {}
}
