package dev.otters.api.system;

import java.util.List;

/**
 * The result of {@code otters doctor}.
 *
 * @param ready whether a first run is possible
 */
public record DoctorView(boolean ready, List<CheckView> checks) {
  /** Returns the result of some checks. */
  public static DoctorView of(List<CheckView> checks) {
    return new DoctorView(
        checks.stream().noneMatch(check -> check.state().equals(CheckView.PROBLEM)), checks);
  }
}
