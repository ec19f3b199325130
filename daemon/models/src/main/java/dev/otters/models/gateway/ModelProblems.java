package dev.otters.models.gateway;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;

/** Converts failures of models to problems for operators. */
public final class ModelProblems {
  private ModelProblems() {}

  /** Returns the problem that describes a failure, with its code and remedy. */
  public static Problem of(ModelException failure) {
    return Problem.of(
        code(failure),
        String.valueOf(failure.getMessage()),
        failure.remedy().isEmpty() ? null : failure.remedy());
  }

  private static ErrorCode code(ModelException e) {
    return switch (e.reason()) {
      case AUTH -> ErrorCode.MODEL_AUTH;
      case QUOTA -> ErrorCode.MODEL_QUOTA;
      case MODEL_UNKNOWN -> ErrorCode.MODEL_UNKNOWN;
      case BAD_REQUEST -> ErrorCode.MODEL_BAD_REQUEST;
      case TOO_LONG -> ErrorCode.MODEL_TOO_LONG;
      case OVERLOADED -> ErrorCode.MODEL_OVERLOADED;
      case UNREACHABLE -> ErrorCode.MODEL_UNREACHABLE;
      case STALLED -> ErrorCode.MODEL_STALLED;
      case BROKEN_ANSWER -> ErrorCode.MODEL_BROKEN_ANSWER;
      case NOT_INSTALLED -> ErrorCode.MODEL_NOT_INSTALLED;
      case FAILED ->
          switch (e.kind()) {
            case TRANSIENT -> ErrorCode.MODEL_TRANSIENT;
            case PERMANENT -> ErrorCode.MODEL_PERMANENT;
          };
    };
  }
}
