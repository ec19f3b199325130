package dev.otters.sessions.trace;

import dev.otters.api.trace.TraceAnswer;
import dev.otters.api.trace.TraceBlock;
import dev.otters.api.trace.TraceContext;
import dev.otters.api.trace.TraceDetail;
import dev.otters.api.trace.TraceList;
import dev.otters.api.trace.TracePrompt;
import dev.otters.api.trace.TraceTurn;
import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.PastRequest;
import dev.otters.sessions.conversation.PastStep;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the traces of sessions. Throws a {@link SessionException} with {@code NOT_FOUND} for an
 * unknown session or turn. A turn is named by its number in the session, or by its id.
 */
public record TraceReader(Database database, SessionRows sessions) {

  /** Returns the newest turns of a session, oldest first. */
  public TraceList turns(UUID agent, SessionId session, int limit) {
    return database.readLong(
        rows -> {
          long key = key(rows, agent, session);
          List<TurnRow> newest = TurnRow.newest(rows, key, limit).reversed();
          long earlier = TurnRow.count(rows, key, Long.MAX_VALUE) - newest.size();
          List<TraceTurn> turns = new ArrayList<>();
          for (TurnRow turn : newest) {
            turns.add(turn.summed(rows, earlier + turns.size() + 1));
          }
          return new TraceList(turns, earlier);
        });
  }

  /** Returns a turn with its requests. */
  public TraceDetail turn(UUID agent, SessionId session, String name) {
    return database.readLong(
        rows -> {
          TurnRow turn = find(rows, agent, session, name);
          return new TraceDetail(
              turn.summed(rows, TurnRow.count(rows, turn.session(), turn.key())),
              turn.context().orElse(""),
              turn.context().map(hash -> blocks(rows, hash)).orElse(List.of()),
              TraceRow.calls(rows, turn));
        });
  }

  private static List<TraceBlock> blocks(Rows rows, String hash) {
    TurnContext context = Contexts.load(rows, hash).context();
    List<TraceBlock> blocks = new ArrayList<>();
    for (TurnContext.BlockRef block : context.blocks()) {
      long size = Contexts.size(rows, block.hash());
      blocks.add(
          TraceBlock.of(
              block.name(),
              block.origin().toString().toLowerCase(Locale.ROOT),
              size,
              block.hash()));
    }
    long size = Contexts.size(rows, context.tools());
    blocks.add(TraceBlock.of("tools", "otters", size, context.tools()));
    context
        .clientTools()
        .map(tools -> TraceBlock.of("tools", "client", Contexts.size(rows, tools), tools))
        .ifPresent(blocks::add);
    return blocks;
  }

  /** Returns the stored texts of a request of a turn, with marks in the place of files. */
  public TracePrompt prompt(UUID agent, SessionId session, String name, long call) {
    return database.readLong(
        rows -> {
          TurnRow turn = find(rows, agent, session, name);
          return TraceRow.find(rows, turn, call)
              .orElseThrow(() -> SessionException.noCall(call))
              .prompt(rows, turn.session());
        });
  }

  /** Returns the context of a turn as canonical JSON. */
  public TraceContext context(UUID agent, SessionId session, String name) {
    return database.readLong(
        rows ->
            find(rows, agent, session, name)
                .context()
                .map(hash -> new TraceContext(hash, Contexts.text(rows, hash)))
                .orElseThrow(SessionException::notStarted));
  }

  /**
   * Composes a request of a turn again.
   *
   * @param step its name as in traces, or its number; empty for the last one
   */
  public Past past(UUID agent, SessionId session, String name, Optional<String> step) {
    return database.readLong(
        rows -> {
          TurnRow turn = find(rows, agent, session, name);
          PastStep named = PastStep.named(rows, turn.session(), turn.id(), step);
          PastRequest request = PastRequest.of(rows, named);
          return new Past(
              TurnRow.count(rows, turn.session(), turn.key()),
              request,
              PastAnswer.of(rows, request));
        });
  }

  /** A request of a turn with its answer. */
  public record Past(long turn, PastRequest request, TraceAnswer answer) {}

  private TurnRow find(Rows rows, UUID agent, SessionId session, String name) {
    return TurnRow.named(rows, key(rows, agent, session), session, name);
  }

  private long key(Rows rows, UUID agent, SessionId session) {
    return sessions.key(rows, agent, session).orElseThrow(() -> SessionException.notFound(session));
  }
}
