package dev.otters.api.system;

import dev.otters.api.Absent;
import java.util.List;

/**
 * Says what a first run needs and whether it is there.
 *
 * @param ready whether nothing is missing
 */
public record DoctorView(boolean ready, List<CheckView> checks) {
  /** Fills in what an answer left out. */
  public DoctorView {
    checks = Absent.list(checks);
  }

  /** Puts checks together. */
  public static DoctorView of(List<CheckView> checks) {
    return new DoctorView(
        checks.stream().noneMatch(check -> check.state().equals(CheckView.PROBLEM)), checks);
  }
}
