package dev.otters.server.problem;

import dev.otters.agents.advice.Advice;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.mounts.MountException;
import dev.otters.home.store.StoreException;
import dev.otters.home.text.Secrets;
import dev.otters.home.token.TokenException;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelProblems;
import dev.otters.oci.OciException;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.log.SessionException;
import io.helidon.http.HttpException;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts exceptions to the problems that the operator sees. No other class does so. */
public final class Problems {
  private static final Logger LOGGER = LoggerFactory.getLogger(Problems.class);

  private Problems() {}

  /**
   * Returns the problem for a failure. An unexpected failure is logged, and the problem contains
   * only its reference in the log. No problem shows a secret that the daemon knows.
   */
  public static Problem of(Throwable failure) {
    return clear(failure).with(Secrets::hide);
  }

  private static Problem clear(Throwable failure) {
    return switch (failure) {
      case ApiException e -> e.problem();
      case MountException e -> Problem.of(code(e), text(e), e.remedy());
      case ExecutorException e -> Problem.of(code(e.reason()), text(e), Advice.of(e));
      case OciException e when e.reason() == OciException.Reason.STORE ->
          unforeseen(e, text(e), Advice.of(e));
      case OciException e -> image(e, code(e.reason()));
      case SessionException e -> Problem.of(code(e.code()), text(e), remedy(e.code()));
      case TokenException e -> unauthenticated(text(e));
      case ModelException e -> ModelProblems.of(e);
      case WritebackException e -> Problem.of(code(e.kind()), text(e), remedy(e.kind()));
      case BudgetException e -> Problem.of(ErrorCode.MODEL_PERMANENT, text(e), Advice.of(e));
      case StoreException e -> store(e);
      case HttpException e -> http(e);
      default ->
          isDiskFull(failure)
              ? diskFull(failure)
              : unforeseen(failure, "the daemon failed unexpectedly", null);
    };
  }

  /**
   * Returns the exception to throw instead of a failure: a missing image gets its own code.
   *
   * @param absent the code for a missing image
   */
  public static RuntimeException named(OciException failure, ErrorCode absent) {
    return failure.reason() == OciException.Reason.NOT_FOUND
        ? new ApiException(image(failure, absent), failure)
        : failure;
  }

  private static Problem image(OciException e, ErrorCode code) {
    return Problem.of(code, text(e), filled(Advice.of(e))).withRegistry(e.registry().orElse(null));
  }

  public static Problem unauthenticated(String title) {
    return Problem.of(
        ErrorCode.UNAUTHENTICATED,
        title,
        "Use the token in credentials.json of the daemon's home: Authorization: Bearer TOKEN.");
  }

  private static ErrorCode code(MountException refused) {
    return refused.forbidden() ? ErrorCode.MOUNT_FORBIDDEN : ErrorCode.MOUNT_INVALID;
  }

  private static ErrorCode code(ExecutorException.Reason reason) {
    return switch (reason) {
      case UNREACHABLE -> ErrorCode.EXECUTOR_UNREACHABLE;
      case ENGINE_LOST -> ErrorCode.EXECUTOR_LOST;
      case IMAGE -> ErrorCode.EXECUTOR_IMAGE;
      case MOUNT -> ErrorCode.EXECUTOR_MOUNT;
      case LIMIT -> ErrorCode.EXECUTOR_LIMIT;
      case CONFLICT -> ErrorCode.EXECUTOR_CONFLICT;
      case START -> ErrorCode.EXECUTOR_START;
      case TAMPERED -> ErrorCode.EXECUTOR_TAMPERED;
      case UNSUPPORTED -> ErrorCode.EXECUTOR_UNSUPPORTED;
    };
  }

  private static ErrorCode code(OciException.Reason reason) {
    return switch (reason) {
      case INVALID_REFERENCE -> ErrorCode.INVALID_REQUEST;
      case INVALID_IMAGE -> ErrorCode.IMAGE_INVALID;
      case BUILD_INPUT -> ErrorCode.CONTEXT_INVALID;
      case NOT_FOUND -> ErrorCode.IMAGE_NOT_FOUND;
      case PLATFORM -> ErrorCode.PLATFORM_MISSING;
      case DENIED -> ErrorCode.REGISTRY_DENIED;
      case UNREACHABLE -> ErrorCode.REGISTRY_UNREACHABLE;
      case RATE_LIMITED, REGISTRY -> ErrorCode.REGISTRY_FAILED;
      case DIGEST_MISMATCH -> ErrorCode.DIGEST_MISMATCH;
      case STORE -> ErrorCode.INTERNAL;
    };
  }

  private static ErrorCode code(WritebackException.Kind kind) {
    return switch (kind) {
      case INVALID -> ErrorCode.INVALID_REQUEST;
      case NOT_FOUND -> ErrorCode.NOT_FOUND;
      case CONFLICT -> ErrorCode.CONFLICT;
    };
  }

  private static String remedy(WritebackException.Kind kind) {
    return switch (kind) {
      case INVALID -> "Correct the request.";
      case NOT_FOUND ->
          "List what is there with 'otters resources ls' and 'otters resources drafts'.";
      case CONFLICT -> "See what is there now with 'otters resources', then try again.";
    };
  }

  private static ErrorCode code(SessionException.Code code) {
    return switch (code) {
      case NOT_FOUND, NO_TURN, NO_APPROVAL, NO_WAKE -> ErrorCode.SESSION_NOT_FOUND;
      case AMBIGUOUS -> ErrorCode.AMBIGUOUS;
      case NAME_TAKEN -> ErrorCode.NAME_TAKEN;
      case EXPIRED -> ErrorCode.SESSION_EXPIRED;
      case RUNNING,
          NOT_FAILED,
          DECIDED,
          TOO_MANY_WAKES,
          CONFLICT,
          OTHER_GRANTS,
          WIDER_GRANTS,
          STALE_FENCE,
          SUPERSEDED ->
          ErrorCode.CONFLICT;
      case INVALID, FILE, NOT_STARTED, NOT_STORED -> ErrorCode.INVALID_REQUEST;
    };
  }

  private static String remedy(SessionException.Code code) {
    return switch (code) {
      case NOT_FOUND -> "List the sessions with 'otters session ls'.";
      case NO_TURN -> "List the turns with 'otters trace' and the session.";
      case NO_APPROVAL -> "List what waits with 'otters approvals'.";
      case NO_WAKE -> "List the wakes with 'otters session wake ls'.";
      case TOO_MANY_WAKES -> "Remove one with 'otters session wake rm'.";
      case DECIDED -> "See what became of it with 'otters session transcript'.";
      case NOT_STARTED -> "Try again once the agent works on it.";
      case NOT_STORED ->
          "Choose a later turn: an earlier release did not store what this one read.";
      case AMBIGUOUS -> "Give more of the id.";
      case EXPIRED -> "Create another session with 'otters session create'.";
      case RUNNING -> "Wait for its turn to end, or remove it with 'otters session rm -f'.";
      case NOT_FAILED -> "See what it waits for with 'otters session status'.";
      case NAME_TAKEN -> "Choose another name.";
      case CONFLICT, STALE_FENCE, SUPERSEDED -> "Use a new id for a new message.";
      case OTHER_GRANTS ->
          "Leave out the grants, or begin another session, for example with --fork.";
      case WIDER_GRANTS -> "Name grants of the parent, or leave them out to get all of them.";
      case INVALID -> "Correct the request.";
      case FILE ->
          "Send what the model takes, or mount the file with -v and name its path in the message.";
    };
  }

  private static Problem store(StoreException e) {
    return switch (e.reason()) {
      case CLOSED -> shuttingDown();
      case FULL -> diskFull(e);
      case NEWER_SCHEMA, CHANGED_MIGRATION ->
          Problem.of(
              ErrorCode.CONFLICT,
              text(e),
              "Use the release that wrote daemon.db, or set OTTERS_HOME to another folder.");
      default -> unforeseen(e, "the daemon's database failed", null);
    };
  }

  private static Problem diskFull(Throwable e) {
    return unforeseen(
        e,
        "the disk of the daemon's home is full",
        "Free some space, for example with 'otters image prune', then try again.");
  }

  /** Returns whether a failure comes from a full disk. */
  public static boolean isDiskFull(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .filter(IOException.class::isInstance)
        .map(cause -> String.valueOf(cause.getMessage()))
        .anyMatch(text -> text.contains("No space left") || text.contains("quota exceeded"));
  }

  public static Problem shuttingDown() {
    return Problem.of(
        ErrorCode.SHUTTING_DOWN, "the daemon is stopping", "Try again once it has restarted.");
  }

  private static Problem http(HttpException e) {
    int status = e.status().code();
    if (status == ErrorCode.NOT_FOUND.status()) {
      return Problem.of(
          ErrorCode.NOT_FOUND,
          "the daemon does not have this operation",
          "Use a client of the same version. 'otters version' shows both.");
    }
    return new Problem(
        status,
        ErrorCode.INVALID_REQUEST,
        "the request is malformed: " + text(e),
        null,
        "Correct the request.",
        List.of(),
        List.of(),
        null);
  }

  private static Problem unforeseen(Throwable failure, String title, @Nullable String remedy) {
    String id = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
    LOGGER.atError().addKeyValue("problem", id).setCause(failure).log("A request failed");
    String look = "See ottersd.log in the daemon's home, reference " + id + ".";
    return Problem.of(
        ErrorCode.INTERNAL, title, remedy == null || remedy.isEmpty() ? look : remedy + " " + look);
  }

  private static String text(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  private static @Nullable String filled(String text) {
    return text.isEmpty() ? null : text;
  }
}
