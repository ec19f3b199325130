package dev.otters.agents.files;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.PosixException;

/** Words the refusals of copies. Paths are those of the sandbox. */
final class Refused {
  private static final String CHANGE = "Choose another path, or remove what is there.";

  private Refused() {}

  static ApiException invalid(String title) {
    return ApiException.of(ErrorCode.INVALID_REQUEST, title, CHANGE);
  }

  static ApiException missing(String path) {
    return ApiException.of(
        ErrorCode.NOT_FOUND,
        path + " does not exist",
        "List its folder with 'otters exec', or copy the folder above.");
  }

  static ApiException conflict(String title) {
    return ApiException.of(ErrorCode.CONFLICT, title, CHANGE);
  }

  static ApiException denied(String title, String remedy) {
    return ApiException.of(ErrorCode.FORBIDDEN, title, remedy);
  }

  /**
   * Returns the exception for a refusal of the kernel.
   *
   * @param what the failed operation and its path, such as {@code cannot read /workspace/x}
   */
  static ApiException of(String what, PosixException e) {
    String title = what + ": " + e.reason();
    Problem problem;
    if (e.is(Errno.ENOSPC, Errno.EDQUOT)) {
      problem = Problem.of(ErrorCode.DISK_FULL, title, "Free some space, then copy again.");
    } else if (e.is(Errno.ENOENT)) {
      problem = Problem.of(ErrorCode.NOT_FOUND, title, "Create the folder first.");
    } else if (e.is(Errno.EACCES, Errno.EPERM, Errno.EROFS)) {
      problem =
          Problem.of(
              ErrorCode.FORBIDDEN,
              title,
              "Choose a path that the agent's user may use: a copy has its rights.");
    } else {
      problem = Problem.of(ErrorCode.CONFLICT, title, CHANGE);
    }
    return new ApiException(problem, e);
  }
}
