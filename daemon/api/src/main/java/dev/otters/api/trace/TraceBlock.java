package dev.otters.api.trace;

/**
 * A part of a request.
 *
 * @param name its name, such as WORKSPACE
 * @param origin where it comes from
 * @param bytes its size
 * @param tokens an estimate of its tokens
 * @param hash its SHA-256 in hex; empty for a part that is not stored by hash
 */
public record TraceBlock(String name, String origin, long bytes, long tokens, String hash) {
  private static final int BYTES_PER_TOKEN = 4;

  /** Creates a part and estimates its tokens. */
  public static TraceBlock of(String name, String origin, long bytes, String hash) {
    return new TraceBlock(name, origin, bytes, Math.ceilDiv(bytes, BYTES_PER_TOKEN), hash);
  }
}
