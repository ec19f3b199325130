package dev.otters.sessions;

import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.ToolUses;
import dev.otters.sessions.running.Step;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

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
   * Stores the result of a tool call, under the name of the tool that the model called. A second
   * result of the same call changes nothing.
   *
   * @param redactor hides secrets in the runtime's texts
   * @throws SessionException with {@code STALE_FENCE} if the caller does not hold the turn, or with
   *     {@code INVALID} if the model did not make this call or the result is too large
   */
  public void result(Step step, EventBody.ToolResult result, UnaryOperator<String> redactor) {
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
    EventBody.ToolUse use =
        stored(step, "call." + result.call())
            .map(ToolUses::read)
            .orElseThrow(() -> SessionException.invalid("the model made no call " + result.call()));
    if (isClosed(step, result.call())) {
      throw SessionException.invalid("call " + result.call() + " does not run in the sandbox");
    }
    String name = "result." + result.call();
    if (stored(step, name).isEmpty()) {
      Event event = step.event(name, checked(result, use.name(), redactor));
      turns.append(step.agent(), step.activation(), step.fence(), List.of(event));
    }
  }

  private boolean isClosed(Step step, String call) {
    return ledger
        .database()
        .read(
            rows ->
                CallGate.isClosed(
                    rows,
                    ledger.holder(rows, step.agent(), step.activation(), step.fence()),
                    step.number(),
                    call));
  }

  private static EventBody.ToolResult checked(
      EventBody.ToolResult result, String tool, UnaryOperator<String> redactor) {
    return new EventBody.ToolResult(
        result.call(),
        tool,
        result.exitCode(),
        redactor.apply(result.stdout()),
        redactor.apply(result.stderr()),
        result.durationMillis(),
        result.truncated(),
        result.outputFile().map(redactor),
        result.isError(),
        result.error().map(redactor));
  }

  private Optional<String> stored(Step step, String name) {
    return ledger
        .database()
        .read(
            rows -> {
              ActivationRow turn =
                  ledger.holder(rows, step.agent(), step.activation(), step.fence());
              return ledger.log().body(rows, turn.session(), step.eventId(name));
            });
  }

  /**
   * Ends an attempt that failed in the sandbox or was interrupted there. Only the user interrupts a
   * turn, and only a model fails for a while: what else a runtime says counts as an unknown
   * failure.
   *
   * @param redactor hides secrets in the runtime's sentence
   */
  public void release(Step step, Outcome.Unanswered outcome, UnaryOperator<String> redactor) {
    Outcome said =
        switch (outcome) {
          case Outcome.Interrupted _ when isInterrupted(step) -> outcome;
          case Outcome.Interrupted _ -> unknown("the runtime gave the turn up");
          case Outcome.Failed(Outcome.ErrorKind kind, String why)
              when kind == Outcome.ErrorKind.PERMANENT ->
              new Outcome.Failed(kind, cut(redactor.apply(why)));
          case Outcome.Failed failed -> unknown(cut(redactor.apply(failed.message())));
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
    return new Outcome.Failed(Outcome.ErrorKind.UNKNOWN, why);
  }

  private static String cut(String sentence) {
    return sentence.substring(0, Math.min(sentence.length(), MAX_SENTENCE));
  }
}
