package dev.otters.sessions.outcome;

import dev.otters.api.Json;
import dev.otters.api.outcome.OutcomeCriterion;
import dev.otters.api.outcome.OutcomeDefinition;
import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.api.outcome.OutcomeFinding;
import dev.otters.api.outcome.OutcomeView;
import dev.otters.api.session.EventType;
import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.home.time.Time;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The outcomes of sessions. The operator defines one, and the daemon decides whether it is met. All
 * methods throw a {@link SessionException} with {@code NOT_FOUND} for an unknown session.
 * Thread-safe.
 *
 * @param changed learns of each session whose outcome or evaluation has changed
 */
public record Outcomes(
    Database database,
    Time time,
    SessionRows sessions,
    EventLog log,
    Eyes eyes,
    BiConsumer<UUID, SessionId> changed) {
  /** The status of an outcome that is met. */
  public static final String PASS = "pass";

  /** The status of a session without an outcome. */
  public static final String NONE = "missing_outcome";

  private static final int MOST_NOTE = 1000;
  private static final int MOST_TRIES = 5;
  private static final Found UNDECIDED =
      new Found(Found.Result.UNDECIDED, "the operator has not decided");

  /** The view of the files of agents. */
  public interface Eyes {
    /**
     * Looks at a file with the rights of the agent.
     *
     * @param path in the sandbox, or below {@code drafts/}
     * @param drafts the drafts that are seen with these bytes, whatever the agent made of them
     */
    Seen file(UUID agent, SessionId session, String path, Map<FilePath, Content> drafts);

    /** Returns the names of the agent's BINs. */
    Set<String> bins(UUID agent);

    /**
     * Runs a BIN of the agent on the files that a session sees, which it cannot change, and waits
     * for its end.
     */
    Ran program(UUID agent, SessionId session, String bin, List<String> args);

    /** Returns what hides the secrets of the daemon and of the agent. */
    UnaryOperator<String> redactor(UUID agent);
  }

  private long key(Rows rows, UUID agent, SessionId session) {
    return sessions.key(rows, agent, session).orElseThrow(() -> SessionException.notFound(session));
  }

  private void append(Tx tx, long session, EventType type, Map<String, ?> body) {
    log.append(tx, session, EventLog.Draft.own(Optional.empty(), type, Bodies.of(body)));
  }

  /**
   * Defines what a session shall achieve, without the secrets in it. Verdicts on an earlier outcome
   * do not count any more.
   *
   * @throws SessionException with {@code INVALID}
   */
  public void define(UUID agent, SessionId session, OutcomeDefinition wanted) {
    Outcome.check(wanted);
    requireBins(wanted, eyes.bins(agent));
    String body = Bodies.hidden(Bodies.read(Json.write(wanted)), eyes.redactor(agent)).toString();
    OutcomeDefinition shown = Json.read(body, OutcomeDefinition.class);
    Outcome.check(shown);
    if (!Outcome.programs(shown).equals(Outcome.programs(wanted))) {
      throw SessionException.invalid("the args of a check contain a secret: leave it out");
    }
    boolean unused =
        database.add(
            tx -> {
              long key = key(tx, agent, session);
              EventLog.Draft event =
                  EventLog.Draft.own(Optional.empty(), EventType.USER_DEFINE_OUTCOME, body);
              long id = log.append(tx, key, event).seq();
              OutcomeRows.put(tx, key, new Outcome(id, shown, time.now()));
              return true;
            });
    changed.accept(agent, session);
  }

  private static void requireBins(OutcomeDefinition wanted, Set<String> bins) {
    for (Check.Program check : Outcome.programs(wanted)) {
      if (!bins.contains(check.bin())) {
        throw SessionException.invalid(
            "the agent has no BIN %s: name one of %s".formatted(check.bin(), new TreeSet<>(bins)));
      }
    }
  }

  /** Removes the outcome of a session. Without one, nothing changes. */
  public void remove(UUID agent, SessionId session) {
    database.update(
        tx -> {
          long key = key(tx, agent, session);
          if (OutcomeRows.delete(tx, key)) {
            append(tx, key, EventType.USER_DEFINE_OUTCOME, Map.of("removed", true));
          }
        });
    changed.accept(agent, session);
  }

  /**
   * Stores what the operator decided about a criterion that has no check.
   *
   * @param number the number of the criterion, from 1
   * @throws SessionException with {@code INVALID}
   */
  public void decide(UUID agent, SessionId session, int number, boolean met, String note) {
    if (note.length() > MOST_NOTE) {
      throw SessionException.invalid("a note must have at most " + MOST_NOTE + " characters");
    }
    String shown = eyes.redactor(agent).apply(note);
    database.update(
        tx -> {
          long key = key(tx, agent, session);
          List<OutcomeCriterion> all =
              OutcomeRows.find(tx, key).map(Outcome::criteria).orElse(List.of());
          if (number < 1 || number > all.size() || all.get(number - 1).check() != null) {
            throw SessionException.invalid(
                "the session's outcome has no criterion " + number + " that the operator decides");
          }
          OutcomeRows.decide(tx, key, number - 1, met, shown);
          Map<String, ?> body = Map.of("criterion", number, "met", met, "note", shown);
          append(tx, key, EventType.USER_OUTCOME_VERDICT, body);
        });
  }

  /** Returns the outcome of a session with its latest evaluation. */
  public OutcomeView show(UUID agent, SessionId session) {
    return database.read(rows -> OutcomeReader.view(rows, key(rows, agent, session)));
  }

  /**
   * Returns evaluations of a session, also of earlier outcomes, the newest first.
   *
   * @param limit at most 100
   */
  public List<OutcomeEvaluation> history(UUID agent, SessionId session, int limit) {
    return database.read(
        rows ->
            OutcomeRows.evaluations(
                rows, key(rows, agent, session), Math.min(limit, OutcomeRows.MOST)));
  }

  /**
   * Evaluates the outcome of a session now, and stores what was found.
   *
   * @throws SessionException with {@code INVALID} if the outcome changes again and again meanwhile
   */
  public OutcomeEvaluation evaluate(UUID agent, SessionId session) {
    return judge(agent, session, Map.of()).evaluation();
  }

  /**
   * An evaluation of an outcome.
   *
   * @param outcome empty if the session has none
   */
  private record Judged(Optional<Outcome> outcome, OutcomeEvaluation evaluation) {}

  /**
   * Returns a gate that the session passes while its outcome is met, or while it has none.
   *
   * @param refusal what the gate throws otherwise
   */
  public WriteGate gate(
      UUID agent, SessionId session, Function<OutcomeEvaluation, RuntimeException> refusal) {
    return drafts -> {
      Judged judged = judge(agent, session, drafts);
      if (!allows(judged.evaluation())) {
        throw refusal.apply(judged.evaluation());
      }
      return tx -> requireSame(tx, key(tx, agent, session), judged.outcome());
    };
  }

  /** Checks that the operator has not changed an outcome that was met. */
  private static void requireSame(Rows rows, long session, Optional<Outcome> met) {
    boolean same =
        OutcomeRows.find(rows, session).map(Outcome::id).equals(met.map(Outcome::id))
            && met.stream().allMatch(outcome -> saysYes(rows, session, outcome));
    if (!same) {
      throw WritebackException.conflict(
          "the operator changed the outcome of the session meanwhile. Nothing was written.");
    }
  }

  private static boolean saysYes(Rows rows, long session, Outcome outcome) {
    return IntStream.range(0, outcome.criteria().size())
        .filter(i -> outcome.criteria().get(i).check() == null)
        .mapToObj(i -> OutcomeRows.verdict(rows, session, i))
        .allMatch(found -> found.filter(it -> it.result() == Found.Result.MET).isPresent());
  }

  private Judged judge(UUID agent, SessionId session, Map<FilePath, Content> drafts) {
    for (int tried = 0; tried < MOST_TRIES; tried++) {
      Optional<Judged> made = tryEvaluate(agent, session, drafts);
      if (made.isPresent()) {
        return made.get();
      }
    }
    throw SessionException.invalid("the outcome of the session changed during its evaluation");
  }

  /** Returns nothing if the outcome changes meanwhile. */
  private Optional<Judged> tryEvaluate(
      UUID agent, SessionId session, Map<FilePath, Content> drafts) {
    Optional<Outcome> found =
        database.read(rows -> OutcomeRows.find(rows, key(rows, agent, session)));
    if (found.isEmpty()) {
      OutcomeEvaluation none =
          new OutcomeEvaluation(0, NONE, "first_iteration", 0, List.of(), time.now());
      return Optional.of(new Judged(found, none));
    }
    // Before the transaction, since a check may take minutes, and all writers would wait for it.
    List<Found> checked =
        found.get().criteria().stream()
            .map(it -> check(agent, session, Check.of(it.check()), drafts))
            .toList();
    Optional<OutcomeEvaluation> made =
        database.add(tx -> store(tx, key(tx, agent, session), found.get(), checked));
    made.ifPresent(_ -> changed.accept(agent, session));
    return made.map(evaluation -> new Judged(found, evaluation));
  }

  /** Makes a check. What the operator decides counts as undecided here. */
  private Found check(UUID agent, SessionId session, Check check, Map<FilePath, Content> drafts) {
    return switch (check) {
      case Check.Verdict() -> UNDECIDED;
      case Check.Exists(String file) -> file(agent, check, eyes.file(agent, session, file, drafts));
      case Check.Matches(String file, _) ->
          file(agent, check, eyes.file(agent, session, file, drafts));
      case Check.Conforms(String file, _) ->
          file(agent, check, eyes.file(agent, session, file, drafts));
      case Check.Program(String bin, List<String> args) ->
          Check.program(eyes.program(agent, session, bin, args));
    };
  }

  private Found file(UUID agent, Check check, Seen seen) {
    Found found = Check.file(check, seen);
    return new Found(found.result(), eyes.redactor(agent).apply(found.evidence()));
  }

  private Optional<OutcomeEvaluation> store(
      Tx tx, long session, Outcome outcome, List<Found> checked) {
    if (OutcomeRows.find(tx, session).filter(now -> now.id() == outcome.id()).isEmpty()) {
      return Optional.empty();
    }
    List<Found> found = new ArrayList<>();
    for (int i = 0; i < checked.size(); i++) {
      found.add(
          checked.get(i).equals(UNDECIDED)
              ? OutcomeRows.verdict(tx, session, i).orElse(UNDECIDED)
              : checked.get(i));
    }
    OutcomeEvaluation evaluation =
        evaluation(outcome, found, OutcomeRows.latest(tx, session, outcome));
    OutcomeRows.add(tx, session, outcome, evaluation);
    return Optional.of(evaluation);
  }

  private OutcomeEvaluation evaluation(
      Outcome outcome, List<Found> found, Optional<OutcomeEvaluation> before) {
    List<OutcomeFinding> findings = new ArrayList<>();
    for (int i = 0; i < found.size(); i++) {
      findings.add(
          new OutcomeFinding(
              String.valueOf(outcome.criteria().get(i).text()),
              found.get(i).result().toString(),
              found.get(i).evidence()));
    }
    int met = (int) found.stream().filter(it -> it.result() == Found.Result.MET).count();
    return new OutcomeEvaluation(
        before.map(OutcomeEvaluation::number).orElse(0) + 1,
        Found.status(found),
        before.map(it -> trend(it.met(), met)).orElse("first_iteration"),
        met,
        findings,
        time.now());
  }

  private static String trend(int before, int now) {
    if (before == now) {
      return "stable";
    }
    return now > before ? "improving" : "regressing";
  }

  /** Returns whether an evaluation allows to write durable files. */
  public static boolean allows(OutcomeEvaluation evaluation) {
    return evaluation.status().equals(PASS) || evaluation.status().equals(NONE);
  }

  /** Returns an evaluation in a few words, such as {@code fail, 1 of 2 criteria met}. */
  public static String summary(OutcomeEvaluation evaluation) {
    return "%s, %d of %d criteria met"
        .formatted(evaluation.status(), evaluation.met(), evaluation.criteria().size());
  }

  /**
   * Returns a gate that every session passes. The write stores that the operator wrote the files
   * whatever the outcome is, if there is one.
   */
  public WriteGate override(UUID agent, SessionId session, List<String> files) {
    return _ ->
        tx -> {
          long key = key(tx, agent, session);
          if (OutcomeRows.find(tx, key).isPresent()) {
            append(tx, key, EventType.USER_OUTCOME_OVERRIDE, Map.of("files", files));
          }
        };
  }
}
