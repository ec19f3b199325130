package dev.otters.egress;

/**
 * The answer to a client that gets no connection.
 *
 * @param text sentences for the model or person who reads it
 */
record Refusal(Kind kind, String text) {
  /** The kinds of refusals, with their codes in HTTP and in SOCKS (RFC 1928, section 6). */
  enum Kind {
    MALFORMED(400, 1, "Malformed request"),
    DENIED(403, 2, "Host not allowed"),
    SPENT(429, 2, "Limit of the day reached"),
    UNKNOWN(502, 4, "Host not found"),
    UNREACHABLE(502, 5, "Host not reachable"),
    BUSY(503, 1, "Too many connections");

    private final int http;
    private final int socks;
    private final String words;

    Kind(int http, int socks, String words) {
      this.http = http;
      this.socks = socks;
      this.words = words;
    }

    /** Returns the status line without the version. */
    String status() {
      return http + " " + words;
    }

    /** Returns the reply code of SOCKS. */
    int socks() {
      return socks;
    }
  }
}
