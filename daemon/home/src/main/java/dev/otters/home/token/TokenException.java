package dev.otters.home.token;

/** Says why a token was refused. The message never holds any part of the token. */
public final class TokenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Why a token is not good. */
  public enum Reason {
    /** It is no token of the form that Otters issues. */
    MALFORMED("it is not a token"),
    /** It is signed in another way than Otters signs. */
    ALGORITHM("it is not signed with HS256"),
    /** Its signature is wrong: it was changed, or signed with another key. */
    SIGNATURE("its signature is wrong"),
    /** Another home issued it. */
    ISSUER("it was issued by another home"),
    /** It is meant for another purpose. */
    AUDIENCE("it is not meant for this use"),
    /** Its time is over. */
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
    super("the token is refused: " + reason.sentence);
    this.reason = reason;
  }

  /** Returns why the token is not good. */
  public Reason reason() {
    return reason;
  }
}
