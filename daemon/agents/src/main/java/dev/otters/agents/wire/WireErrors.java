package dev.otters.agents.wire;

import dev.otters.home.token.TokenException;
import dev.otters.protocol.WireError;
import dev.otters.protocol.WireError.Code;
import dev.otters.sessions.log.SessionException;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps failures to wire errors. Details that the agent does not need stay in the daemon's log. */
final class WireErrors {
  private static final Logger LOG = LoggerFactory.getLogger(WireErrors.class);

  private WireErrors() {}

  static WireError of(UUID agent, RuntimeException failure) {
    String message = String.valueOf(failure.getMessage());
    return switch (failure) {
      case TokenException e -> WireError.of(Code.UNAUTHENTICATED, message);
      case Refusal e -> WireError.of(e.code(), message);
      case SessionException e -> WireError.of(code(e), message);
      default -> {
        LOG.atError().addKeyValue("agent", agent).setCause(failure).log("request failed");
        yield WireError.of(Code.INTERNAL, "the daemon failed internally. See the daemon's log.");
      }
    };
  }

  private static Code code(SessionException failure) {
    return switch (failure.code()) {
      case STALE_FENCE -> Code.STALE_FENCE;
      case SUPERSEDED -> Code.UNAUTHENTICATED;
      case NOT_FOUND,
          NO_TURN,
          NOT_STARTED,
          NOT_STORED,
          NO_APPROVAL,
          NO_WAKE,
          TOO_MANY_WAKES,
          DECIDED,
          AMBIGUOUS,
          EXPIRED,
          RUNNING,
          NOT_FAILED,
          NAME_TAKEN,
          CONFLICT,
          OTHER_GRANTS,
          WIDER_GRANTS,
          INVALID,
          FILE ->
          Code.INVALID;
    };
  }
}
