package dev.otters.api;

import java.util.Locale;

/**
 * The kind of a failure: a name on the wire (in lower case), an HTTP status, and an exit code of
 * the command.
 *
 * <p>A code keeps its name and its meaning. Exit codes: 1 failed, 2 usage, 3 not found, 4 conflict,
 * 5 denied, 6 daemon unreachable, 7 timeout, 10-19 build, 20-29 registry, 30-39 executor, 40-49
 * model.
 */
public enum ErrorCode {
  INTERNAL(500, 1),
  DISK_FULL(507, 1),
  /** The git repository cannot be cloned. */
  REPO_FAILED(502, 1),
  INVALID_REQUEST(400, 2),
  MOUNT_INVALID(400, 2),
  MOUNT_SOURCE_MISSING(400, 2),
  NOT_FOUND(404, 3),
  AGENT_NOT_FOUND(404, 3),
  IMAGE_NOT_FOUND(404, 3),
  BIN_NOT_FOUND(404, 3),
  SESSION_NOT_FOUND(404, 3),
  PROVIDER_NOT_FOUND(404, 3),
  CONFLICT(409, 4),
  /** The session has expired. */
  SESSION_EXPIRED(410, 4),
  AMBIGUOUS(409, 4),
  NAME_TAKEN(409, 4),
  AGENT_RUNNING(409, 4),
  AGENT_NOT_RUNNING(409, 4),
  IMAGE_IN_USE(409, 4),
  HOME_IN_USE(409, 4),
  PROVIDER_IN_USE(409, 4),
  /** The image asks for limits, and the operator wants to decide. */
  WISHES_UNANSWERED(409, 4),
  /** The turn waits for the program of the client; only clients use it. */
  ACTION_REQUIRED(409, 4),
  /** The Idempotency-Key belongs to another request. */
  KEY_REUSED(422, 4),
  UNAUTHENTICATED(401, 5),
  FORBIDDEN(403, 5),
  MOUNT_FORBIDDEN(403, 5),
  /** No daemon answers; only clients use it. */
  DAEMON_UNREACHABLE(503, 6),
  SHUTTING_DOWN(503, 6),
  TIMEOUT(504, 7),
  AGENTFILE_INVALID(422, 10),
  CONTEXT_INVALID(400, 11),
  CONTEXT_TOO_LARGE(413, 12),
  BIN_INVALID(422, 13),
  BUILD_FAILED(500, 19),
  REGISTRY_UNREACHABLE(502, 20),
  REGISTRY_NOT_FOUND(404, 21),
  REGISTRY_DENIED(403, 22),
  DIGEST_MISMATCH(502, 23),
  IMAGE_INVALID(422, 24),
  PLATFORM_MISSING(422, 25),
  REGISTRY_FAILED(502, 29),
  EXECUTOR_UNREACHABLE(503, 30),
  EXECUTOR_LOST(503, 31),
  EXECUTOR_IMAGE(500, 32),
  EXECUTOR_MOUNT(500, 33),
  EXECUTOR_LIMIT(422, 34),
  EXECUTOR_CONFLICT(409, 35),
  EXECUTOR_START(500, 36),
  EXECUTOR_TAMPERED(500, 37),
  EXECUTOR_UNSUPPORTED(501, 38),
  /** The agent ended or reported a failure before it was ready. */
  AGENT_FAILED(500, 39),
  PROVIDER_UNKNOWN(422, 40),
  MODEL_UNKNOWN(422, 41),
  MODEL_TRANSIENT(503, 42),
  MODEL_PERMANENT(502, 43),
  TURN_FAILED(500, 44),
  /** The weights of the local model are not on this machine. */
  MODEL_NOT_INSTALLED(422, 41),
  MODEL_OVERLOADED(503, 42),
  /** The provider refused the key, or has none. */
  MODEL_AUTH(502, 45),
  MODEL_QUOTA(502, 46),
  MODEL_BAD_REQUEST(502, 47),
  MODEL_TOO_LONG(422, 47),
  MODEL_UNREACHABLE(502, 48),
  MODEL_STALLED(504, 48),
  MODEL_BROKEN_ANSWER(502, 49),
  /** The file is not a GGUF model. */
  MODEL_INVALID(422, 47),
  /** No source offers the model. */
  MODEL_DOWNLOAD(502, 48),
  /** The image names no MODEL, and there is no default. */
  MODEL_MISSING(422, 41);

  private final int status;
  private final int exitCode;

  ErrorCode(int status, int exitCode) {
    this.status = status;
    this.exitCode = exitCode;
  }

  /** Returns the HTTP status of an answer with this code. */
  public int status() {
    return status;
  }

  /** Returns the exit code of a command that fails with this code. */
  public int exitCode() {
    return exitCode;
  }

  /** Returns the code as written on the wire, such as {@code agent_not_found}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
