package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.mounts.MountException;
import dev.otters.executor.mounts.MountProblem;
import dev.otters.oci.OciException;
import dev.otters.server.gateway.ModelException;
import dev.otters.server.session.SessionException;
import dev.otters.server.store.StoreException;
import io.helidon.http.HttpException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Turns everything that can go wrong into what operators are told: a stable code, a sentence, and
 * what to do.
 */
public final class Problems {
  private static final Logger LOGGER = LoggerFactory.getLogger(Problems.class);

  private Problems() {}

  /**
   * Returns what an operator is told about a failure.
   *
   * @param failure what was thrown
   * @return the problem; an unforeseen failure is in the daemon's log under the number that the
   *     problem shows
   */
  public static Problem of(Throwable failure) {
    return switch (failure) {
      case ApiException e -> e.problem();
      case OciException e -> Problem.of(code(e.reason()), text(e), empty(e.remedy()));
      case MountException e -> mount(e);
      case ExecutorException e -> Problem.of(code(e.reason()), text(e), e.remedy());
      case SessionException e -> Problem.of(code(e.code()), text(e), remedy(e.code()));
      case ModelException e -> model(e);
      case HttpException e -> http(e);
      case StoreException e -> unforeseen(e, Optional.of("the database failed: " + text(e)));
      case UncheckedIOException e -> unforeseen(e, Optional.of(text(e)));
      default -> unforeseen(failure, Optional.empty());
    };
  }

  private static ErrorCode code(OciException.Reason reason) {
    return switch (reason) {
      case INVALID_REFERENCE -> ErrorCode.INVALID_REQUEST;
      case INVALID_IMAGE -> ErrorCode.IMAGE_INVALID;
      case BUILD_INPUT -> ErrorCode.BUILD_FAILED;
      case NOT_FOUND -> ErrorCode.IMAGE_NOT_FOUND;
      case PLATFORM -> ErrorCode.PLATFORM_MISSING;
      case DENIED -> ErrorCode.REGISTRY_DENIED;
      case UNREACHABLE -> ErrorCode.REGISTRY_UNREACHABLE;
      case RATE_LIMITED, REGISTRY -> ErrorCode.REGISTRY_FAILED;
      case DIGEST_MISMATCH -> ErrorCode.DIGEST_MISMATCH;
      case STORE -> ErrorCode.INTERNAL;
    };
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

  private static Problem mount(MountException e) {
    List<MountProblem> problems = e.problems();
    return Problem.of(ErrorCode.MOUNT_INVALID, text(e), e.remedy())
        .withCandidates(problems.stream().map(MountProblem::mount).distinct().toList());
  }

  private static ErrorCode code(SessionException.Code code) {
    return switch (code) {
      case NOT_FOUND -> ErrorCode.SESSION_NOT_FOUND;
      case CONFLICT, STALE_FENCE, SUPERSEDED -> ErrorCode.CONFLICT;
      case INVALID -> ErrorCode.INVALID_REQUEST;
    };
  }

  private static String remedy(SessionException.Code code) {
    return switch (code) {
      case NOT_FOUND -> "send a message to it first: that makes the session";
      case CONFLICT, STALE_FENCE, SUPERSEDED -> "use another id for another message";
      case INVALID -> "correct the request";
    };
  }

  private static Problem model(ModelException e) {
    return switch (e.kind()) {
      case TRANSIENT -> Problem.of(ErrorCode.MODEL_TRANSIENT, text(e), "try again later");
      case PERMANENT ->
          Problem.of(ErrorCode.MODEL_PERMANENT, text(e), "choose another model with --model");
    };
  }

  private static Problem http(HttpException e) {
    int status = e.status().code();
    ErrorCode code = status == 404 ? ErrorCode.NOT_FOUND : ErrorCode.INVALID_REQUEST;
    Problem problem = Problem.of(code, text(e), null);
    return new Problem(
        status, code, problem.title(), null, null, problem.problems(), problem.candidates());
  }

  private static Problem unforeseen(Throwable failure, Optional<String> title) {
    UUID number = UUID.randomUUID();
    LOGGER.atError().addKeyValue("number", number).setCause(failure).log("A request failed");
    return Problem.of(
            ErrorCode.INTERNAL,
            title.orElse("the daemon failed in a way that nobody foresaw"),
            "look for " + number + " in ottersd.log, and report it")
        .withDetail(failure.getClass().getSimpleName());
  }

  private static String text(Throwable failure) {
    return String.valueOf(failure.getMessage());
  }

  private static @Nullable String empty(String text) {
    return text.isEmpty() ? null : text;
  }
}
