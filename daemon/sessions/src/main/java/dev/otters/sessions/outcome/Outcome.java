package dev.otters.sessions.outcome;

import dev.otters.api.Json;
import dev.otters.api.outcome.OutcomeCriterion;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.sessions.log.SessionException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a session, as it was defined.
 *
 * @param id the number of the event that defined it
 */
record Outcome(long id, OutcomeDefinition definition, Instant definedAt) {
  private static final int MOST_CRITERIA = 16;
  private static final int MOST_PROGRAMS = 4;
  private static final int MOST_LINE = 500;
  private static final int MOST_DETAIL = 4000;
  private static final int MOST_ALL = 64 << 10;

  List<OutcomeCriterion> criteria() {
    return criteria(definition);
  }

  private static List<OutcomeCriterion> criteria(OutcomeDefinition definition) {
    List<OutcomeCriterion> all = definition.criteria();
    return all == null ? List.of() : all;
  }

  /**
   * Checks a definition before it is stored.
   *
   * @throws SessionException with {@code INVALID}
   */
  static void check(OutcomeDefinition wanted) {
    line("title", wanted.title());
    String detail = wanted.detail();
    if (detail != null && detail.length() > MOST_DETAIL) {
      throw SessionException.invalid(
          "the detail of an outcome must have at most " + MOST_DETAIL + " characters");
    }
    List<OutcomeCriterion> all = criteria(wanted);
    if (all.isEmpty() || all.size() > MOST_CRITERIA) {
      throw SessionException.invalid(
          "an outcome must have 1 to " + MOST_CRITERIA + " criteria, but has " + all.size());
    }
    if (Json.write(wanted).length() > MOST_ALL) {
      throw SessionException.invalid(
          "an outcome must have at most " + MOST_ALL + " characters with its schemas");
    }
    for (OutcomeCriterion criterion : all) {
      line("text of each criterion", criterion.text());
      Check unused = Check.of(criterion.check());
    }
    if (programs(wanted).size() > MOST_PROGRAMS) {
      throw SessionException.invalid(
          "an outcome must have at most " + MOST_PROGRAMS + " checks with a bin");
    }
  }

  /** Returns the checks of a checked definition that run programs, in their order. */
  static List<Check.Program> programs(OutcomeDefinition definition) {
    return criteria(definition).stream()
        .map(criterion -> Check.of(criterion.check()))
        .filter(Check.Program.class::isInstance)
        .map(Check.Program.class::cast)
        .toList();
  }

  private static void line(String what, @Nullable String text) {
    if (text == null || text.isBlank() || text.length() > MOST_LINE) {
      throw SessionException.invalid(
          "the %s must have 1 to %d characters and must not be blank".formatted(what, MOST_LINE));
    }
  }
}
