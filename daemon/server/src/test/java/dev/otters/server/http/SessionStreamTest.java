package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.session.EventType;
import dev.otters.api.session.MessageAccepted;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.TextChunk;
import dev.otters.api.session.UsageReport;
import dev.otters.api.session.UsageRow;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Outcome;
import dev.otters.server.http.Http.Event;
import dev.otters.sessions.CompletionStream;
import dev.otters.sessions.TurnHold;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.Step;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SessionStreamTest {
  private static final String EVENTS = "/v1/agents/bob/sessions/cli:chat:1/events";

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private MessageAccepted say(String id) {
    try (Http answer = kit.ask("POST " + EVENTS, "", Json.write(MessageRequest.user(id, "hi")))) {
      assertThat(answer.status()).isEqualTo(202);
      return Json.read(answer.body(), MessageAccepted.class);
    }
  }

  private Http follow(long after) {
    Http answer =
        kit.ask("GET " + EVENTS + "?follow=true&after=1", "Last-Event-ID: " + after + "\n", "");
    assertThat(answer.status()).isEqualTo(200);
    return answer;
  }

  @Test
  void anEventNamesTheTokenOfItsRequestAsTheAuditDoes() {
    say("a");
    try (Http answer = kit.ask("GET " + EVENTS)) {
      SessionEvent message = Json.read(answer.event().data(), SessionEvent.class);
      assertThat(message.sender()).isEqualTo("operator:" + kit.tokens.checkOperator(kit.token));
    }
  }

  @Test
  void theHeaderOfAReconnectCountsMoreThanTheAddress() {
    for (String id : List.of("a", "b", "c")) {
      MessageAccepted _ = say(id);
    }
    assertThat(events("Last-Event-ID: 2\n"))
        .doesNotContain("id: 1\n", "id: 2\n")
        .contains("id: 3\n");
    assertThat(events("Last-Event-ID: \n")).doesNotContain("id: 1\n").contains("id: 2\n");
    assertThat(events("")).doesNotContain("id: 1\n").contains("id: 2\n", "id: 3\n");
  }

  private String events(String headers) {
    try (Http answer = kit.ask("GET " + EVENTS + "?after=1", headers, "")) {
      assertThat(answer.status()).isEqualTo(200);
      return answer.body();
    }
  }

  private Activation lease() throws InterruptedException {
    return kit.daemon.sessions().turns().lease(kit.bob, "runtime");
  }

  private void answer(Activation turn, String text) {
    kit.daemon.sessions().turns().ack(kit.bob, turn.id(), turn.fence(), new Outcome.Answered(text));
  }

  private CompletionStream completion(Activation turn) {
    Step first = new Step(kit.bob, turn.id(), turn.fence(), 1);
    return ((State.Ask) kit.daemon.sessions().steps().open(first, Long.MAX_VALUE)).stream();
  }

  /** Reads up to the first event that is not durable, or the wanted number of events. */
  private static List<SessionEvent> durable(Http stream, int count) {
    List<SessionEvent> events = new ArrayList<>();
    while (events.size() < count) {
      Event event = stream.event();
      if (event.name().equals("event")) {
        SessionEvent read = Json.read(event.data(), SessionEvent.class);
        assertThat(event.id()).isEqualTo(Long.toString(read.seq()));
        events.add(read);
      }
    }
    return events;
  }

  @Test
  void usageIsReportedOverTheApi() throws InterruptedException {
    say("m1");
    Activation turn = lease();
    Completion completion =
        new Completion("done", List.of(), StopReason.END_TURN, new Usage(10, 4, 2, 7, 5, false));
    Step first = new Step(kit.bob, turn.id(), turn.fence(), 1);
    Answer.Next unused = kit.daemon.sessions().steps().record(first, "acme/large", completion);

    try (Http answer = kit.ask("GET /v1/usage?by=session&agent=bob")) {
      assertThat(Json.read(answer.body(), UsageReport.class).rows())
          .containsExactly(new UsageRow("bob/cli:chat:1", 1, 10, 4, 2, 7, 5, false, 0, 1));
    }
    try (Http answer = kit.ask("GET /v1/usage?by=week")) {
      assertThat(ApiKit.problem(answer).title())
          .isEqualTo("parameter 'by' is 'week': write agent, session, day or provider");
    }
  }

  @Test
  void aMessageIsAcceptedOnceItIsDurable() {
    MessageAccepted accepted = say("m1");
    assertThat(accepted).isEqualTo(new MessageAccepted("m1", 1, "cli:chat:1"));
    assertThat(say("m1")).isEqualTo(accepted);
    try (Http answer = kit.ask("GET " + EVENTS)) {
      List<Event> log = answer.events();
      assertThat(log.getFirst().id()).isEqualTo("1");
      SessionEvent event = Json.read(log.getFirst().data(), SessionEvent.class);
      assertThat(event.type()).isEqualTo(EventType.USER_MESSAGE);
      assertThat(event.text("text")).isEqualTo("hi");
      assertThat(log).extracting(Event::name).containsOnly("event");
    }
  }

  @Test
  void aMessageThatCannotBeTakenChangesNothing() {
    kit.daemon.keeper().stop("bob", Duration.ZERO);
    try (Http answer = kit.ask("POST " + EVENTS, "", Json.write(MessageRequest.user("m", "x")))) {
      assertThat(answer.status()).isEqualTo(409);
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.AGENT_NOT_RUNNING);
    }
    try (Http answer = kit.ask("GET " + EVENTS)) {
      assertThat(answer.status()).isEqualTo(404);
    }
    for (String body :
        List.of("{\"type\":\"user.message\",\"text\":\"x\"}", "{\"id\":\"m\",\"type\":\"x\"}")) {
      try (Http answer = kit.ask("POST " + EVENTS, "", body)) {
        assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
      }
    }
  }

  @Test
  void textIsStreamedAndTheMessageTakesItsPlace() throws InterruptedException {
    say("m1");
    Activation turn = lease();
    CompletionStream text = completion(turn);
    text.delta("Hello");
    try (Http stream = follow(0)) {
      Event event = stream.event();
      while (event.name().equals("event")) {
        event = stream.event();
      }
      assertThat(event.name()).isEqualTo("turn.snapshot");
      assertThat(Json.read(event.data(), TextChunk.class).text()).isEqualTo("Hello");
      text.delta(", otter");
      assertThat(stream.event()).isEqualTo(new Event("", "delta", "{\"text\":\", otter\"}"));
      text.note("waiting");
      assertThat(stream.event()).isEqualTo(new Event("", "turn.note", "{\"text\":\"waiting\"}"));
      completion(turn).delta("Again");
      assertThat(stream.event()).isEqualTo(new Event("", "turn.restarted", "{}"));
      assertThat(stream.event().name()).isEqualTo("delta");
      answer(turn, "Again");
      assertThat(durable(stream, 1).getFirst().text("text")).isEqualTo("Again");
    }
  }

  private void sayElsewhere(String session) {
    long _ =
        kit.daemon
            .sessions()
            .service()
            .appendUserMessage(kit.bob, new SessionId(session), session, "hi", tx -> {});
  }

  @Test
  void aMessageThatWaitsSaysWhatForAndHowManyAreAhead() throws InterruptedException {
    List<Activation> running = new ArrayList<>();
    for (String session : List.of("a", "b", "c", "d")) {
      sayElsewhere(session);
      running.add(lease());
    }
    sayElsewhere("e");
    MessageAccepted mine = say("m1");
    try (Http stream = follow(mine.seq())) {
      assertThat(stream.event().data())
          .isEqualTo(
              "{\"text\":\"waiting until the agent ends one of its 4 running turns; prompts ahead:"
                  + " 1\"}");
      answer(running.removeFirst(), "done");
      running.add(lease());
      assertThat(stream.event())
          .isEqualTo(
              new Event(
                  "",
                  "turn.waiting",
                  "{\"text\":\"waiting until the agent ends one of its 4 running turns\"}"));
      answer(running.removeFirst(), "done");
      Activation turn = lease();
      assertThat(turn.session()).isEqualTo("cli:chat:1");
      assertThat(durable(stream, 1).getFirst().type()).isEqualTo(EventType.TURN_STARTED);
    }
  }

  @Test
  void aMessageSaysThatItWaitsForTheRunningTurnOfItsSession() throws InterruptedException {
    say("m1");
    Activation _ = lease();
    MessageAccepted second = say("m2");
    try (Http stream = follow(second.seq())) {
      Event event = stream.event();
      while (!event.name().equals("turn.waiting")) {
        event = stream.event();
      }
      assertThat(event.data())
          .isEqualTo("{\"text\":\"waiting until the running turn of this session ends\"}");
    }
  }

  @Test
  void aMessageSaysThatItsAgentGetsANewSandbox() {
    try (TurnHold _ = kit.daemon.sessions().turns().hold(kit.bob)) {
      MessageAccepted mine = say("m1");
      try (Http stream = follow(mine.seq())) {
        assertThat(stream.event().data())
            .isEqualTo("{\"text\":\"waiting until the agent has a new sandbox\"}");
      }
    }
  }

  @Test
  void aMessageSaysThatItsAgentIsNotReady() {
    kit.daemon.sessions().turns().disconnect(kit.bob, "runtime");
    sayElsewhere("a");
    sayElsewhere("b");
    MessageAccepted mine = say("m1");
    try (Http stream = follow(mine.seq())) {
      assertThat(stream.event().data())
          .isEqualTo("{\"text\":\"waiting until the agent is ready; prompts ahead: 2\"}");
    }
  }

  @Test
  void followersThatComeAndGoMissNothingAndSeeNothingTwice() throws Exception {
    Random random = new Random(11);
    say("m0");
    Thread runtime =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    for (int i = 1; i <= 30; i++) {
                      Activation turn = lease();
                      completion(turn).delta("text " + i);
                      answer(turn, "answer " + i);
                      say("m" + i);
                    }
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
    List<Long> seen = new ArrayList<>();
    while (seen.size() < 100) {
      long last = seen.isEmpty() ? 0 : seen.getLast();
      try (Http stream = follow(last)) {
        durable(stream, 1 + random.nextInt(12)).forEach(event -> seen.add(event.seq()));
      }
    }
    runtime.join();
    assertThat(seen)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, seen.size()).boxed().toList());
  }

  @Test
  void anInterruptStopsTheTurn() throws InterruptedException {
    say("m1");
    Activation turn = lease();
    try (Http answer = kit.ask("POST /v1/agents/bob/sessions/cli:chat:1/interrupt")) {
      assertThat(answer.status()).isEqualTo(204);
    }
    Step first = new Step(kit.bob, turn.id(), turn.fence(), 1);
    assertThat(kit.daemon.sessions().steps().open(first, Long.MAX_VALUE))
        .isEqualTo(new State.Known(new Answer.Over(Outcome.Kind.INTERRUPTED)));
  }

  @Test
  void aStreamEndsWithItsSession() {
    say("m1");
    try (Http stream = follow(0)) {
      assertThat(durable(stream, 1)).hasSize(1);
      kit.daemon.database().update(tx -> kit.daemon.sessions().removal().removeAll(tx, kit.bob));
      assertThat(stream.events()).extracting(Event::name).doesNotContain("error");
    }
  }

  @Test
  void aClientThatIsGoneIsNoticedSoonAfterATurn() throws Exception {
    say("m1");
    Activation turn = lease();
    GoneAfterItsTurn client = new GoneAfterItsTurn();
    SseStream stream = new SseStream(client, Duration.ofHours(1));
    for (int i = 0; i < 16; i++) {
      stream.beat();
    }
    assertThat(stream.heartbeat())
        .as("too long for this test")
        .isGreaterThan(Duration.ofMinutes(9));
    answer(turn, "done");

    SessionEvents events =
        new SessionEvents(kit.daemon.sessions().service(), kit.bob, new SessionId("cli:chat:1"), 0);
    assertThatIOException().isThrownBy(() -> events.follow(stream)).withMessage("gone");
  }

  /** A client whose socket takes one more write after its turn, as a closed one does. */
  private static final class GoneAfterItsTurn extends OutputStream {
    private int left = Integer.MAX_VALUE;

    @Override
    public void write(int b) {
      throw new AssertionError("writes are whole events");
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      if (left-- == 0) {
        throw new IOException("gone");
      }
      if (new String(bytes, StandardCharsets.UTF_8).contains("turn.finished")) {
        left = 1;
      }
    }
  }

  @Test
  void aClientThatLeavesEndsOnlyItsOwnStream() {
    say("m1");
    try (Http stays = follow(0)) {
      try (Http leaves = follow(0)) {
        assertThat(durable(leaves, 1)).hasSize(1);
      }
      List<SessionEvent> first = durable(stays, 1);
      say("m2");
      assertThat(durable(stays, 1).getFirst().seq()).isGreaterThan(first.getFirst().seq());
    }
  }
}
