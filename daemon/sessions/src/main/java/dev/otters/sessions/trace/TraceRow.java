package dev.otters.sessions.trace;

import dev.otters.api.trace.TraceCall;
import dev.otters.api.trace.TracePrompt;
import dev.otters.api.trace.TraceText;
import dev.otters.api.trace.TraceUsage;
import dev.otters.home.store.Row;
import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.models.gateway.RequestBody;
import dev.otters.sessions.log.FileRows;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A request as the table has it.
 *
 * @param request the ids of its chunks; empty if its text is not stored
 * @param requestHash the hash of the stored text
 * @param answer the packed answer; empty if it is not stored
 * @param answerHash the hash of the stored answer
 */
record TraceRow(
    TraceCall call,
    Optional<byte[]> request,
    String requestHash,
    Optional<byte[]> answer,
    String answerHash) {
  /** The ledger has one row for each step, which is about its last request. */
  private static final String SELECT =
      "SELECT t.*, l.input_tokens, l.cached_tokens, l.cache_write_tokens, l.output_tokens,"
          + " l.reasoning_tokens, l.estimated, l.cost FROM traces t LEFT JOIN ledger l ON"
          + " l.activation = t.activation AND l.fence = t.fence AND l.step = t.step AND NOT EXISTS"
          + " (SELECT 1 FROM traces later WHERE later.session = t.session AND later.activation ="
          + " t.activation AND later.fence = t.fence AND later.step = t.step AND later.key > t.key)"
          + " WHERE t.session = ? AND (t.activation = ? OR t.replay_of = ?)";

  /** Returns the requests of a turn, and its replays, in their order. */
  static List<TraceCall> calls(Rows rows, TurnRow turn) {
    return rows.list(
        SELECT + " ORDER BY t.key", TraceRow::call, turn.session(), turn.id(), turn.id());
  }

  /** Returns a request of a turn. */
  static Optional<TraceRow> find(Rows rows, TurnRow turn, long id) {
    return rows.first(
        SELECT + " AND t.key = ?", TraceRow::of, turn.session(), turn.id(), turn.id(), id);
  }

  private static TraceRow of(Row row) {
    return new TraceRow(
        call(row),
        row.maybeBytes("request"),
        row.maybeText("stored_hash").orElseGet(() -> row.text("request_hash")),
        row.maybeBytes("answer"),
        row.maybeText("stored_answer_hash").or(() -> row.maybeText("answer_hash")).orElse(""));
  }

  private static TraceCall call(Row row) {
    return new TraceCall(
        row.number("key"),
        row.number("fence"),
        row.number("step"),
        row.number("number"),
        row.time("at"),
        row.text("model"),
        row.flag("http"),
        row.constant("policy", TracePolicy.class).toString(),
        number(row, "first_text"),
        row.number("took"),
        text(row),
        row.number("request_size"),
        row.text("request_hash"),
        number(row, "answer_size"),
        row.maybeText("error").orElse(null),
        usage(row));
  }

  private static @Nullable Long number(Row row, String column) {
    OptionalLong number = row.maybeNumber(column);
    return number.isPresent() ? number.getAsLong() : null;
  }

  private static TraceText text(Row row) {
    if (row.flag("dropped")) {
      return TraceText.DROPPED;
    }
    if (row.maybeBytes("request").isEmpty()) {
      return TraceText.NONE;
    }
    boolean hidden =
        row.maybeText("stored_hash").isPresent() || row.maybeText("stored_answer_hash").isPresent();
    return hidden ? TraceText.REDACTED : TraceText.EXACT;
  }

  static @Nullable TraceUsage usage(Row row) {
    return row.maybeNumber("input_tokens").isEmpty()
        ? null
        : new TraceUsage(
            row.number("input_tokens"),
            row.number("cached_tokens"),
            row.number("cache_write_tokens"),
            row.number("output_tokens"),
            row.number("reasoning_tokens"),
            row.flag("estimated"),
            number(row, "cost"));
  }

  /** Rebuilds the stored texts and compares their hashes. Texts that are damaged are left out. */
  TracePrompt prompt(Rows rows, long session) {
    try {
      return rebuilt(rows, session);
    } catch (StoreException e) {
      if (e.reason() != StoreException.Reason.DAMAGED) {
        throw e;
      }
      return new TracePrompt(call, null, null, false);
    }
  }

  private TracePrompt rebuilt(Rows rows, long session) {
    RequestBody.Files files = (sha256, out) -> FileRows.write(rows, session, sha256, out);
    Optional<byte[]> sent = request.map(ids -> ChunkStore.get(rows, ids));
    Optional<byte[]> said = answer.map(Packed::open);
    boolean intact =
        sent.map(text -> new RequestBody(text, files).sha256().equals(requestHash)).orElse(true)
            && said.map(text -> RequestBody.of(text).sha256().equals(answerHash)).orElse(true);
    return new TracePrompt(
        call,
        sent.map(text -> new String(text, StandardCharsets.UTF_8)).orElse(null),
        said.map(text -> new String(text, StandardCharsets.UTF_8)).orElse(null),
        intact);
  }
}
