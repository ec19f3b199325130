package dev.otters.sessions.catalog;

import dev.otters.home.store.Rows;
import dev.otters.sessions.approval.ApprovalRows;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.custom.CustomCallRows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.wake.WakeRows;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The content of {@code session-status.json}. */
record StatusFile(
    String session,
    Optional<String> name,
    String status,
    Optional<String> reason,
    long turns,
    Turn turn,
    Tokens tokens,
    List<Waiting> waiting,
    Optional<Instant> nextWakeAt,
    Instant createdAt,
    Instant updatedAt,
    Optional<Instant> expiresAt) {
  /** The turn that runs, or the last one. */
  record Turn(String id, String state, boolean interrupted, int failedAttempts) {}

  /** The tokens of the session, and its own limit on them. */
  record Tokens(long input, long output, Optional<Long> limit) {}

  /** A call that waits for the operator or for the client. */
  record Waiting(String tool, String on, Instant since) {}

  static StatusFile of(Rows rows, ActivationRow turn, SessionView view) {
    return new StatusFile(
        view.id().value(),
        view.name(),
        view.status().wireName(),
        view.reason().map(CatalogFile::brief),
        view.turns(),
        new Turn(turn.turn(), CatalogFile.word(turn.state()), turn.interrupted(), turn.attempts()),
        new Tokens(
            view.usage().inputTokens(),
            view.usage().outputTokens(),
            view.tokens().stream().boxed().findFirst()),
        CatalogFile.cut(waiting(rows, turn)),
        WakeRows.next(rows, turn.session()),
        view.createdAt(),
        view.updatedAt(),
        view.expires());
  }

  private static List<Waiting> waiting(Rows rows, ActivationRow turn) {
    Stream<Waiting> operator =
        ApprovalRows.of(rows, turn.id(), turn.fence()).stream()
            .filter(approval -> approval.state() == ApprovalState.PENDING)
            .map(it -> new Waiting(it.call().name(), "operator", it.times().requested()));
    Stream<Waiting> client =
        CustomCallRows.open(rows, turn).stream()
            .map(it -> new Waiting(it.call().name(), "client", it.requested()));
    return Stream.concat(operator, client).toList();
  }
}
