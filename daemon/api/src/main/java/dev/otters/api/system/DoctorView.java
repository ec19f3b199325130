package dev.otters.api.system;

import dev.otters.api.Absent;
import java.util.List;

/**
 * The result of {@code otters doctor}.
 *
 * @param ready whether a first run is possible
 */
public record DoctorView(boolean ready, List<CheckView> checks) {
  /** Fills in what an answer left out. */
  public DoctorView {
    checks = Absent.list(checks);
  }

  /** Returns the result of some checks. */
  public static DoctorView of(List<CheckView> checks) {
    return new DoctorView(
        checks.stream().noneMatch(check -> check.state().equals(CheckView.PROBLEM)), checks);
  }
}
