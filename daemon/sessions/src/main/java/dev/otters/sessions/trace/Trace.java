package dev.otters.sessions.trace;

import dev.otters.home.store.Tx;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.RequestBody;
import dev.otters.sessions.log.ActivationRow;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A row of the table {@code traces}: one request to a model with its answer or failure.
 *
 * @param number its number among the requests of the step, from 1
 * @param made when and how the request was made
 * @param dropped whether the texts are missing because they could not be stored
 */
public record Trace(
    int number,
    Exchange made,
    TracePolicy policy,
    Content request,
    Optional<Content> answer,
    boolean dropped) {

  /** Prepares what a policy stores of a request. */
  static Trace of(int number, Exchange made, TracePolicy policy, UnaryOperator<String> redactor) {
    return new Trace(
        number,
        made.redacted(policy, redactor),
        policy,
        made.request().get(),
        made.answer().map(answer -> answer(answer, policy, redactor)),
        false);
  }

  private static Content answer(
      Completion answer, TracePolicy policy, UnaryOperator<String> redactor) {
    return Content.of(RequestBody.of(TraceJson.of(answer)), policy, redactor);
  }

  /** Returns the same trace without its texts, which the disk has no room for. */
  public Trace withoutTexts() {
    boolean lost = request.stored().isPresent();
    return new Trace(
        number,
        made,
        policy,
        request.withoutText(),
        answer.map(Content::withoutText),
        dropped || lost);
  }

  /** Stores the row for a step of a turn. */
  public void save(Tx tx, ActivationRow turn, long fence, int step) {
    save(tx, turn.session(), turn.id(), fence, step, Optional.empty());
  }

  /**
   * Stores the row.
   *
   * @param session the key of the session
   * @param activation the activation, the fence and the step as in the ledger
   * @param replayOf the turn whose request was replayed; empty for a request of a turn
   */
  public void save(
      Tx tx, long session, String activation, long fence, int step, Optional<String> replayOf) {
    int unused =
        tx.execute(
            "INSERT INTO traces(session, activation, fence, step, number, at, model, http, policy,"
                + " first_text, took, error, request_size, request_hash, request, stored_hash,"
                + " answer_size, answer_hash, answer, stored_answer_hash, dropped, replay_of)"
                + " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            session,
            activation,
            fence,
            step,
            number,
            made.at(),
            made.model(),
            made.http(),
            policy,
            made.firstText().map(time -> time.toMillis()),
            made.took().toMillis(),
            made.error(),
            request.size(),
            request.hash(),
            request.stored().map(text -> ChunkStore.put(tx, text)),
            request.otherHash(),
            answer.map(Content::size),
            answer.map(Content::hash),
            answer.flatMap(Content::stored).map(Content.Stored::packed),
            answer.flatMap(Content::otherHash),
            dropped,
            replayOf);
  }
}
