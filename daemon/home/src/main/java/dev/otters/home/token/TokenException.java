package dev.otters.home.token;

/** A token that was rejected. The message never contains any part of the token. */
public final class TokenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The reasons to reject a token. */
  public enum Reason {
    MALFORMED("it is not a token"),
    ALGORITHM("it is not signed with HS256"),
    SIGNATURE("its signature is wrong"),
    ISSUER("it was issued by another home"),
    AUDIENCE("it was issued for another purpose"),
    EXPIRED("it has expired"),
    REVOKED("it was revoked"),
    AGENT("it belongs to another agent");

    private final String sentence;

    Reason(String sentence) {
      this.sentence = sentence;
    }
  }

  private final Reason reason;

  TokenException(Reason reason) {
    super("the token is rejected: " + reason.sentence);
    this.reason = reason;
  }

  /** Returns why the token was rejected. */
  public Reason reason() {
    return reason;
  }
}
