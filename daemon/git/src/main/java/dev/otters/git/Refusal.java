package dev.otters.git;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.eclipse.jgit.errors.NoRemoteRepositoryException;
import org.jspecify.annotations.Nullable;

/** A reason why a repository cannot be cloned. */
final class Refusal extends IOException {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST = 300;

  /** The kinds of reasons. */
  enum Kind {
    /** The server wants other credentials. */
    DENIED,
    /** There is no such repository, branch, tag or commit. */
    MISSING,
    UNREACHABLE,
    /** The repository is too large. */
    LIMIT,
    FAILED
  }

  private final Kind kind;

  Refusal(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  private Refusal(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  Kind kind() {
    return kind;
  }

  /** Returns the reason of a failure, which the library may have wrapped several times. */
  static Refusal of(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .map(Refusal::known)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseGet(() -> new Refusal(Kind.FAILED, text(failure), failure));
  }

  private static @Nullable Refusal known(Throwable failure) {
    return switch (failure) {
      case Refusal it -> it;
      case UnknownHostException it ->
          new Refusal(Kind.UNREACHABLE, "there is no host " + text(it), it);
      case ConnectException it -> new Refusal(Kind.UNREACHABLE, text(it), it);
      case SocketTimeoutException it -> new Refusal(Kind.UNREACHABLE, text(it), it);
      case SSLException it ->
          new Refusal(Kind.UNREACHABLE, "no trusted connection: " + text(it), it);
      case NoRemoteRepositoryException it -> new Refusal(Kind.MISSING, text(it), it);
      default -> null;
    };
  }

  /** Returns one line of limited length, since a server may have written it. */
  private static String text(Throwable failure) {
    String message = String.valueOf(failure.getMessage()).replaceAll("\\p{Cntrl}+", " ").strip();
    return message.substring(0, Math.min(message.length(), LONGEST));
  }
}
