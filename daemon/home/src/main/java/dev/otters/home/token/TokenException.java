package dev.otters.home.token;

/** A token that was rejected. The message never contains any part of the token. */
public final class TokenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The reasons to reject a token. */
  public enum Reason {
    /** It does not have the form of a token. */
    MALFORMED("it is not a token"),
    /** It uses another algorithm. */
    ALGORITHM("it is not signed with HS256"),
    /** It was changed, or signed with another key. */
    SIGNATURE("its signature is wrong"),
    /** Another home issued it. */
    ISSUER("it was issued by another home"),
    /** It was issued for another purpose. */
    AUDIENCE("it was issued for another purpose"),
    /** It has expired. */
    EXPIRED("it has expired"),
    /** It was revoked or replaced. */
    REVOKED("it was revoked"),
    /** It belongs to another agent. */
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
