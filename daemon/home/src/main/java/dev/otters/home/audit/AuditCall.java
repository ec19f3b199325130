package dev.otters.home.audit;

/**
 * A request as the audit knows it. It contains no text that a caller without a token can choose.
 *
 * @param call the method and the template of the route, such as {@code PUT /v1/vaults/{vault}}, or
 *     what a client of an agent's socket wanted
 * @param target the name of what it concerns, or {@code -}
 * @param token the id of its token, or {@code -}
 * @param peer the kind of listener that it came to, {@code unix} or {@code tcp}, or the socket of
 *     an agent
 */
public record AuditCall(String call, String target, String token, String peer) {
  /** The text for what is not known. */
  public static final String NONE = "-";
}
