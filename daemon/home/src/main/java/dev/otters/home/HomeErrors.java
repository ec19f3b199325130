package dev.otters.home;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;

/** The errors that keep a daemon from starting. */
public final class HomeErrors {
  private HomeErrors() {}

  /** Returns the error of a file or folder of the home that cannot be used. */
  public static ApiException unusable(String title, String remedy, Throwable cause) {
    return new ApiException(Problem.of(ErrorCode.INVALID_REQUEST, title, remedy), cause);
  }

  static ApiException inUse(String title, String remedy) {
    return ApiException.of(ErrorCode.HOME_IN_USE, title, remedy);
  }
}
