package dev.otters.server.home;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;

/** Makes the errors that keep a daemon from starting. */
final class HomeErrors {
  private HomeErrors() {}

  static ApiException unusable(String title, String remedy, Throwable cause) {
    return new ApiException(Problem.of(ErrorCode.INVALID_REQUEST, title, remedy), cause);
  }

  static ApiException inUse(String title, String remedy) {
    return ApiException.of(ErrorCode.HOME_IN_USE, title, remedy);
  }
}
