package dev.otters.sessions.catalog;

import dev.otters.api.outcome.OutcomeCheck;
import dev.otters.api.outcome.OutcomeCriterion;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.api.outcome.OutcomeFinding;
import dev.otters.api.outcome.OutcomeView;
import dev.otters.home.store.Rows;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.outcome.OutcomeReader;
import dev.otters.sessions.outcome.Outcomes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The files about the outcome of a session.
 *
 * @param shown whether they have its texts, which those of sessions that were created with grants
 *     do not
 */
record OutcomeFiles(String session, boolean shown) {
  private static final int MOST = 12;

  /** The content of {@code outcome.json}. */
  record Defined(String session, Optional<Active> activeOutcome) {}

  /** An outcome. */
  record Active(
      Optional<String> title,
      Optional<String> detail,
      Instant definedAt,
      List<Criterion> criteria) {}

  /**
   * A criterion.
   *
   * @param decidedBy {@code operator}, or {@code check}
   * @param file the file that the check looks at
   */
  record Criterion(int number, String decidedBy, Optional<String> text, Optional<String> file) {}

  /**
   * The content of {@code outcome-grade.json}.
   *
   * @param status that of the latest evaluation, {@code not_evaluated}, or {@code missing_outcome}
   */
  record Graded(String session, String status, Optional<Grade> grade) {}

  /** The latest evaluation. */
  record Grade(Evaluation evaluation, List<Finding> findings) {}

  /** A finding about a criterion. */
  record Finding(int number, String result, Optional<String> text, Optional<String> evidence) {}

  /**
   * The content of {@code outcome-evaluations.json}.
   *
   * @param count the number of evaluations that are kept
   * @param evaluations the newest ones, newest first, also of earlier outcomes
   */
  record History(String session, long count, List<Evaluation> evaluations) {}

  /**
   * An evaluation.
   *
   * @param number its number among those of its outcome
   * @param criteria the number of criteria
   */
  record Evaluation(
      int number, String status, String trend, int met, int criteria, Instant evaluatedAt) {
    static Evaluation of(OutcomeEvaluation made) {
      return new Evaluation(
          made.number(),
          made.status(),
          made.trend(),
          made.met(),
          made.criteria().size(),
          made.evaluatedAt());
    }
  }

  static List<CatalogFile> of(Rows rows, long key, SessionView view) {
    OutcomeFiles files = new OutcomeFiles(view.id().value(), !view.granted());
    OutcomeView outcome = OutcomeReader.view(rows, key);
    List<Evaluation> newest =
        OutcomeReader.evaluations(rows, key, MOST).stream().map(Evaluation::of).toList();
    History history = new History(files.session, OutcomeReader.count(rows, key), newest);
    List<CatalogFile> all = new ArrayList<>();
    all.add(CatalogFile.json("outcome", files.defined(outcome)));
    all.addAll(CatalogFile.twins("outcome-grade", "Outcome", files.graded(outcome)));
    all.addAll(CatalogFile.twins("outcome-evaluations", "Evaluations", history));
    return all;
  }

  private Defined defined(OutcomeView view) {
    OutcomeDefinition outcome = view.outcome();
    return new Defined(
        session,
        outcome == null
            ? Optional.empty()
            : Optional.of(
                new Active(
                    text(outcome.title()),
                    text(outcome.detail()),
                    Objects.requireNonNull(view.definedAt()),
                    criteria(Objects.requireNonNullElse(outcome.criteria(), List.of())))));
  }

  private List<Criterion> criteria(List<OutcomeCriterion> criteria) {
    return IntStream.range(0, criteria.size())
        .mapToObj(
            i -> {
              OutcomeCheck check = criteria.get(i).check();
              return new Criterion(
                  i + 1,
                  check == null ? "operator" : "check",
                  text(criteria.get(i).text()),
                  check == null ? Optional.empty() : text(check.file()));
            })
        .toList();
  }

  private Graded graded(OutcomeView view) {
    OutcomeEvaluation latest = view.latest();
    if (latest == null) {
      String status = view.outcome() == null ? Outcomes.NONE : "not_evaluated";
      return new Graded(session, status, Optional.empty());
    }
    return new Graded(
        session,
        latest.status(),
        Optional.of(new Grade(Evaluation.of(latest), findings(latest.criteria()))));
  }

  private List<Finding> findings(List<OutcomeFinding> found) {
    return IntStream.range(0, found.size())
        .mapToObj(
            i ->
                new Finding(
                    i + 1,
                    found.get(i).result(),
                    text(found.get(i).text()),
                    text(found.get(i).evidence())))
        .toList();
  }

  private Optional<String> text(@Nullable String text) {
    return Optional.ofNullable(text)
        .filter(_ -> shown)
        .map(CatalogFile::brief)
        .filter(brief -> !brief.isEmpty());
  }
}
