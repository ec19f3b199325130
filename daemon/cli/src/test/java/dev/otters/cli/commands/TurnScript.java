package dev.otters.cli.commands;

import dev.otters.api.Streams;
import dev.otters.api.session.EventType;
import dev.otters.api.session.MessageAccepted;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.session.TextChunk;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What a daemon answers in the session {@code s} of the agent {@code bob}. */
record TurnScript(FakeDaemon daemon) {
  static final String EVENTS = "/v1/agents/bob/sessions/s/events";

  TurnScript {
    Instant then = Instant.EPOCH;
    daemon.answer(
        "GET /v1/agents/bob/sessions/s",
        new SessionSummary("s", "bob", "idle", null, 1, 5, 7, 2, then, then, null, "hi"));
  }

  /** Answers a request for events with these, and ends the answer. */
  void tell(SessionEvent... events) {
    follow(
        (request, reply) -> {
          reply.stream();
          send(reply, events);
          reply.end();
        });
  }

  /** Lets the next turns fail. */
  void failTurns() {
    tell(
        started(),
        event(6, EventType.ERROR, Map.of("kind", "permanent", "message", "the key is wrong")),
        finished(7, "failed"));
  }

  void acceptMessages() {
    daemon.answer("POST " + EVENTS, new MessageAccepted("mine", 4, "s"));
  }

  void follow(FakeDaemon.Handler handler) {
    daemon.on("GET " + EVENTS, handler);
  }

  /** Returns an event of the turn. */
  static SessionEvent event(long seq, EventType type, Map<String, Object> body) {
    return Given.event(seq, "t", type, body);
  }

  static SessionEvent started() {
    return event(5, EventType.TURN_STARTED, Map.of("messages", List.of("mine"), "attempt", 1));
  }

  static SessionEvent said(long seq, String text) {
    return event(seq, EventType.AGENT_MESSAGE, Map.of("text", text));
  }

  static SessionEvent finished(long seq, String outcome) {
    return event(
        seq,
        EventType.TURN_FINISHED,
        Map.of("outcome", outcome, "usage", Map.of("inputTokens", 7, "outputTokens", 2)));
  }

  static void send(FakeDaemon.Reply reply, SessionEvent... events) throws IOException {
    for (SessionEvent event : events) {
      reply.event(Long.toString(event.seq()), Streams.EVENT, event);
    }
  }

  void answerInOneGo() {
    acceptMessages();
    follow(
        (request, reply) -> {
          reply.stream();
          send(reply, started());
          reply.event(null, Streams.DELTA, new TextChunk("Let me look."));
          send(
              reply,
              event(6, EventType.AGENT_MESSAGE, Map.of("text", "Let me look.", "partial", true)),
              event(
                  7,
                  EventType.TOOL_USE,
                  Map.of("call", "c", "name", "sh", "args", List.of("-c", "ls"))),
              event(
                  8,
                  EventType.TOOL_RESULT,
                  Map.of("call", "c", "exitCode", 0, "stdout", "README.md\n", "stderr", "")));
          reply.event(null, Streams.DELTA, new TextChunk("It is "));
          reply.event(null, Streams.DELTA, new TextChunk("Otters."));
          send(reply, said(9, "It is Otters."), finished(10, "answered"));
        });
  }

  /** Returns what was posted. */
  Stream<String> sent() {
    return daemon.requests().stream()
        .filter(request -> request.method().equals("POST"))
        .map(FakeDaemon.Request::text);
  }
}
