package dev.otters.home.token;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

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
  private final @Nullable String id;

  /** Rejects a token whose id cannot be trusted. */
  TokenException(Reason reason) {
    this(reason, Optional.empty());
  }

  /** Rejects a token that this home has issued. */
  TokenException(Reason reason, Claims claims) {
    this(reason, Optional.of(claims.jti()));
  }

  private TokenException(Reason reason, Optional<String> id) {
    super("the token is rejected: " + reason.sentence);
    this.reason = reason;
    this.id = id.orElse(null);
  }

  /** Returns the id of the token; empty if this home did not issue it. */
  public Optional<String> id() {
    return Optional.ofNullable(id);
  }

  /** Returns why the token was rejected. */
  public Reason reason() {
    return reason;
  }
}
