package dev.otters.sessions;

import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.TurnSteps.Step;
import java.util.List;

/** Stores what a runtime reports of a turn: the results of calls, and why it gave the turn up. */
public final class RuntimeReports {
  /** The size limit of a result in characters. */
  private static final int MAX_RESULT = 1024 * 1024;

  /** The size limit of a sentence of the runtime in characters. */
  private static final int MAX_SENTENCE = 1000;

  private final Ledger ledger;
  private final TurnService turns;

  RuntimeReports(Ledger ledger, TurnService turns) {
    this.ledger = ledger;
    this.turns = turns;
  }

  /**
   * Stores the result of a tool call. A second result of the same call changes nothing.
   *
   * @throws SessionException with {@code STALE_FENCE} if the caller does not hold the turn, or with
   *     {@code INVALID} if the model did not make this call or the result is too large
   */
  public void result(Step step, EventBody.ToolResult result) {
    int length =
        result.stdout().length()
            + result.stderr().length()
            + result.name().length()
            + result.error().map(String::length).orElse(0)
            + result.outputFile().map(String::length).orElse(0);
    if (length > MAX_RESULT) {
      throw SessionException.invalid(
          "a result must not be longer than " + MAX_RESULT + " characters");
    }
    if (!stored(step, "call." + result.call())) {
      throw SessionException.invalid("the model made no call " + result.call());
    }
    String name = "result." + result.call();
    if (!stored(step, name)) {
      turns.append(
          step.agent(), step.activation(), step.fence(), List.of(step.event(name, result)));
    }
  }

  private boolean stored(Step step, String name) {
    return ledger
        .database()
        .read(
            rows -> {
              ActivationRow turn =
                  ledger.holder(rows, step.agent(), step.activation(), step.fence());
              return ledger.log().has(rows, turn.session(), step.eventId(name));
            });
  }

  /**
   * Ends an attempt that failed in the sandbox or was interrupted there. Only the user interrupts a
   * turn, and only a model fails for a while: what else a runtime says counts as an unknown
   * failure.
   */
  public void release(Step step, Outcome.Unanswered outcome) {
    Outcome said =
        switch (outcome) {
          case Outcome.Interrupted _ when isInterrupted(step) -> outcome;
          case Outcome.Interrupted _ -> unknown("the runtime gave the turn up");
          case Outcome.Failed(Outcome.ErrorKind kind, String why)
              when kind == Outcome.ErrorKind.PERMANENT ->
              new Outcome.Failed(kind, cut(why));
          case Outcome.Failed failed -> unknown(failed.message());
        };
    turns.ack(step.agent(), step.activation(), step.fence(), said);
  }

  private boolean isInterrupted(Step step) {
    return ledger
        .database()
        .read(rows -> ledger.activations().find(rows, step.agent(), step.activation()))
        .filter(ActivationRow::interrupted)
        .isPresent();
  }

  private static Outcome unknown(String why) {
    return new Outcome.Failed(Outcome.ErrorKind.UNKNOWN, cut(why));
  }

  private static String cut(String sentence) {
    return sentence.substring(0, Math.min(sentence.length(), MAX_SENTENCE));
  }
}
