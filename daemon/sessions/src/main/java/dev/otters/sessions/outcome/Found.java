package dev.otters.sessions.outcome;

import java.util.List;
import java.util.Locale;

/**
 * The result of a check of a criterion.
 *
 * @param evidence one line
 */
record Found(Result result, String evidence) {
  /** The results. */
  enum Result {
    MET,
    UNMET,
    /** The file of the check does not exist yet. */
    MISSING,
    /** The operator has not decided. */
    UNDECIDED,
    /** The check could not be made, or did not end. */
    UNCERTAIN;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns the status of an outcome. */
  static String status(List<Found> all) {
    if (has(all, Result.UNMET)) {
      return "fail";
    }
    if (has(all, Result.MISSING)) {
      return "not_ready";
    }
    if (has(all, Result.UNCERTAIN)) {
      return "uncertain";
    }
    return has(all, Result.UNDECIDED) ? "blocked" : Outcomes.PASS;
  }

  private static boolean has(List<Found> all, Result result) {
    return all.stream().anyMatch(found -> found.result() == result);
  }
}
