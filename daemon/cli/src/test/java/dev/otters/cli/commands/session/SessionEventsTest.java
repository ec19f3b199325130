package dev.otters.cli.commands.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.session.TextChunk;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.FakeDaemon;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SessionEventsTest extends CommandTest {
  private static final String EVENTS = "GET /v1/agents/bob/sessions/deploy/events";

  /** The events of each connection. */
  private final List<List<SessionEvent>> connections = new ArrayList<>();

  @BeforeEach
  void aSessionWithThreeEvents() {
    SessionSummary summary =
        new SessionSummary(
            "deploy", "bob", "idle", null, 0, 3, 0, 0, Instant.EPOCH, Instant.EPOCH, null, "Look.");
    daemon.answer("GET /v1/agents/bob/sessions/deploy", summary);
    daemon.on(EVENTS, this::send);
  }

  private void send(FakeDaemon.Request request, FakeDaemon.Reply reply) throws java.io.IOException {
    if (connections.isEmpty()) {
      Problem gone = Problem.of(ErrorCode.SESSION_NOT_FOUND, "session deploy not found", null);
      reply.json(404, Json.write(gone));
      return;
    }
    reply.stream();
    if (request.query().contains("follow=true")) {
      reply.event(null, Streams.DELTA, new TextChunk("live text"));
    }
    for (SessionEvent event : connections.removeFirst()) {
      reply.event(Long.toString(event.seq()), Streams.EVENT, event);
    }
    reply.end();
  }

  private static SessionEvent event(long seq, EventType type, Map<String, Object> body) {
    return new SessionEvent(
        seq,
        "e" + seq,
        type,
        seq == 1 ? "operator:7f" : null,
        null,
        Instant.EPOCH,
        Map.copyOf(body));
  }

  private static SessionEvent message(long seq, String text) {
    return event(seq, EventType.USER_MESSAGE, Map.of("text", text));
  }

  @Test
  void eachEventIsALine() {
    connections.add(
        List.of(message(1, "Hello\nyou"), event(2, EventType.TURN_STARTED, Map.of("fence", 3))));

    assertThat(bench.run("session", "events", "bob", "deploy").out())
        .isEqualTo(
            """
            1970-01-01T00:00:00Z 1 user.message operator:7f text=$'Hello\\nyou'
            1970-01-01T00:00:00Z 2 turn.started - fence=3
            """);
  }

  @Test
  void onlyTheLatestAreRead() {
    connections.add(List.of(message(3, "x".repeat(5000))));

    String out = bench.run("agent", "session", "events", "-n", "1", "bob", "deploy").out();

    assertThat(out).hasSizeBetween(1000, 1100).endsWith("…'\n");
    assertThat(daemon.requests().getLast().query()).isEqualTo("after=2");
  }

  @Test
  void anEventIsADocumentOfItsOwn() {
    SessionEvent first = message(1, "Hello");
    connections.add(List.of(first));
    String out = bench.run("session", "events", "-o", "json", "bob", "deploy").out();
    assertThat(Json.read(out.strip(), SessionEvent.class)).isEqualTo(first);
  }

  @Test
  void aFollowerGoesOnAfterALostConnectionUntilTheSessionIsRemoved() {
    connections.add(List.of(message(3, "one"), message(4, "two")));
    connections.add(List.of(message(5, "three")));

    Bench.Run run = bench.run("session", "events", "-f", "-n", "1", "bob", "deploy");

    assertThat(run.out().lines())
        .extracting(line -> line.substring(21, 22))
        .containsExactly("3", "4", "5");
    assertThat(daemon.requests())
        .filteredOn(request -> request.line().startsWith(EVENTS))
        .extracting(request -> request.headers().get("last-event-id"))
        .containsExactly("2", "4", "5");
    assertThat(run.exit()).isEqualTo(3);
  }
}
