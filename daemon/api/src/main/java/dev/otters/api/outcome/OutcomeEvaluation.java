package dev.otters.api.outcome;

import java.time.Instant;
import java.util.List;

/**
 * An evaluation of an outcome.
 *
 * @param number its number among those of the outcome, from 1; 0 without an outcome
 * @param status {@code pass}, {@code fail}, {@code blocked}, {@code not_ready}, {@code uncertain}
 *     or {@code missing_outcome}
 * @param trend {@code first_iteration}, {@code improving}, {@code stable} or {@code regressing}
 * @param met the number of criteria that are met
 * @param criteria what was found, in the order of the criteria
 */
public record OutcomeEvaluation(
    int number,
    String status,
    String trend,
    int met,
    List<OutcomeFinding> criteria,
    Instant evaluatedAt) {
  /** Returns the evaluation without what was found. */
  public OutcomeEvaluation brief() {
    return new OutcomeEvaluation(number, status, trend, met, List.of(), evaluatedAt);
  }
}
