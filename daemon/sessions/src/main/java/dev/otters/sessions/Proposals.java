package dev.otters.sessions;

import dev.otters.api.session.EventType;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.models.chat.Completion;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.conversation.Prompts;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.log.EventLog.Draft;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.schema.AnswerSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/**
 * Stores the answers of turns that have a schema. An answer is in the log before it is compared
 * with the schema, so it is paid for once, whatever happens.
 */
record Proposals(Ledger ledger, TurnService turns) {
  /** The limit on answers that do not match. */
  private static final int MOST = 3;

  /** The events of a turn since its newest message. */
  private static final String SINCE =
      " FROM events WHERE session = ? AND seq > (SELECT max(seq) FROM events INDEXED BY"
          + " events_messages WHERE activation = ? AND "
          + EventLog.BEGINS
          + ") AND activation = ?"
          + " AND type ";

  /**
   * An answer that was not compared yet.
   *
   * @param fence the fence of its attempt
   * @param step the number of its completion in that attempt
   */
  record Proposal(long fence, int step, String text) {}

  /** Returns how a turn ends whose text is no answer. */
  static Outcome ended(Optional<String> schema, String text) {
    return schema.isEmpty()
        ? new Outcome.Answered(text)
        : new Outcome.Failed(Outcome.ErrorKind.PERMANENT, text);
  }

  /**
   * Returns what becomes of the answers of a turn before its model is asked again; empty for
   * nothing. The result is the end of the turn; it is empty once an answer is rejected.
   */
  Optional<Supplier<Optional<Outcome>>> verdict(
      Rows rows, Step step, ActivationRow turn, Optional<String> schema) {
    return schema.isEmpty() || turn.interrupted()
        ? Optional.empty()
        : pending(rows, turn)
            .<Supplier<Optional<Outcome>>>map(
                proposal -> () -> compare(step, proposal, schema.get()))
            .or(() -> givenUp(rows, turn).map(outcome -> () -> Optional.of(outcome)));
  }

  private Optional<Outcome> compare(Step step, Proposal proposal, String schema) {
    Optional<String> mismatch = AnswerSchema.problem(schema, proposal.text());
    mismatch.ifPresent(why -> reject(step, proposal, why));
    return mismatch.isPresent()
        ? Optional.empty()
        : Optional.of(new Outcome.Answered(proposal.text()));
  }

  /** Returns the answer that was not compared yet. */
  private static Optional<Proposal> pending(Rows rows, ActivationRow turn) {
    return rows.first(
            "SELECT type, fence, body"
                + SINCE
                + "IN ('agent.proposed', 'agent.rejected') ORDER BY seq DESC LIMIT 1",
            Proposals::proposal,
            turn.session(),
            turn.id(),
            turn.id())
        .flatMap(proposal -> proposal);
  }

  private static Optional<Proposal> proposal(Row row) {
    JsonNode body = Bodies.read(row.text("body"));
    return EventLog.type(row) == EventType.REJECTED
        ? Optional.empty()
        : Optional.of(
            new Proposal(
                row.number("fence"), body.path("step").asInt(), body.path("text").asString()));
  }

  /** Returns the failure of a turn of which too many answers were rejected. */
  private static Optional<Outcome> givenUp(Rows rows, ActivationRow turn) {
    List<String> mismatches =
        rows.list(
            "SELECT body ->> '$.mismatch' AS mismatch" + SINCE + "= 'agent.rejected' ORDER BY seq",
            row -> row.text("mismatch"),
            turn.session(),
            turn.id(),
            turn.id());
    return mismatches.size() < MOST
        ? Optional.empty()
        : Optional.of(
            new Outcome.Failed(
                Outcome.ErrorKind.PERMANENT,
                "%d answers of the model did not match the schema; the last: %s. Simplify the schema, or choose another model."
                    .formatted(mismatches.size(), mismatches.getLast())));
  }

  /** Returns whether a completion is a whole answer. The calls of a refusal do not run. */
  static boolean isAnswer(Completion completion) {
    return switch (completion.stopReason()) {
      case INTERRUPTED -> false;
      case REFUSED -> true;
      case END_TURN, MAX_TOKENS, TOOL_USE -> completion.toolCalls().isEmpty();
    };
  }

  Answer.Next save(Step step, Completion completion, Receipt receipt) {
    String text = Prompts.shown(completion);
    String body = Bodies.of(Map.of("step", step.number(), "text", text));
    append(step, receipt, step.eventId("proposed"), EventType.PROPOSED, body);
    return new Answer.Run(List.of());
  }

  private void reject(Step step, Proposal proposal, String mismatch) {
    // An answer of an earlier attempt is rejected before the first step of this one.
    int number = proposal.fence() == step.fence() ? proposal.step() : 0;
    String id = "%s.%d.%d.rejected".formatted(step.activation(), step.fence(), number);
    String body = Bodies.of(Map.of("step", proposal.step(), "mismatch", mismatch));
    append(step, Receipt.NONE, id, EventType.REJECTED, body);
  }

  private void append(Step step, Receipt receipt, String id, EventType type, String body) {
    turns.write(
        step.agent(),
        step.activation(),
        step.fence(),
        receipt,
        (tx, turn) ->
            ledger
                .log()
                .append(
                    tx, turn.session(), new Draft(Optional.of(id), type, Optional.of(turn), body)));
  }
}
