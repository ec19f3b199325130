package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ChatMessage;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.Providers;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Outcome;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.resources.scratch.ScratchEntry;
import dev.otters.resources.scratch.ScratchStore;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.conversation.NewMessage;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that bring scratchpads, and answers that are written to them. */
class ScratchpadsTest extends SessionBench {
  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private ScratchStore store() {
    return new ScratchStore(kit.database, kit.time);
  }

  private List<String> texts(String pad) {
    return store().entries(pad).stream().map(ScratchEntry::text).toList();
  }

  private long say(String id, String... pads) {
    return say(id, Optional.of(new ContextIds(List.of(pads))));
  }

  private long say(String id, Optional<ContextIds> pads) {
    return kit.service()
        .append(
            kit.agent,
            kit.session,
            new NewMessage(id, "Go", List.of(), Optional.empty(), Optional.empty(), pads),
            tx -> {});
  }

  private String seen(Activation turn, int message) {
    return ((ChatMessage.User) kit.conversation(turn).messages().get(message)).text();
  }

  @Test
  void aMessageBringsWhatThePadsSaidWhenItArrived() {
    store().add("team", "Ship on Friday.");
    say("m1", "team", "absent");
    store().add("team", "No, on Monday.");
    Activation turn = kit.lease();

    String before = seen(turn, 0);
    assertThat(before)
        .startsWith("Go\n\n[Scratchpad team: ")
        .endsWith("the operator: \"Ship on Friday.\"");
    kit.fail(turn, Outcome.ErrorKind.TRANSIENT);
    store().clear("team");
    kit.restart(Set.of());
    kit.connect();
    kit.advance(Duration.ofMinutes(10));
    assertThat(seen(kit.lease(), 0)).isEqualTo(before);
    assertThat(kit.events().getFirst().body())
        .isEqualTo("{\"contextIds\":[\"team\",\"absent\"],\"text\":\"Go\"}");
  }

  @Test
  void aReplaySendsWhatThePadsSaidThen() throws InterruptedException {
    store().add("team", "first");
    say("m1", "team");
    Activation turn = kit.lease();
    List<ChatMessage> sent =
        ((TurnSteps.State.Ask) kit.sessions.steps().open(kit.step(turn, 1), Long.MAX_VALUE))
            .messages();
    kit.answer(turn, "done");
    store().clear("team");
    kit.restart(Set.of());
    PlayedModel other = new PlayedModel();
    try (ModelGateway gateway = new ModelGateway(Providers.of(other))) {
      var unused =
          kit.sessions
              .replays(gateway)
              .ask(kit.agent, kit.session, "1", Optional.empty(), "other/large");
    }

    assertThat(other.asked.take().messages()).isEqualTo(sent);
    assertThat(sent.getLast().toString()).contains("first");
  }

  @Test
  void laterTurnsReadAnEarlierMessageAsItWas() {
    store().add("team", "first");
    say("m1", "team");
    kit.answer(kit.lease(), "done");
    store().add("team", "second");
    say("m2", "team");
    Activation turn = kit.lease();

    assertThat(seen(turn, 0)).contains("first").doesNotContain("second");
    assertThat(seen(turn, 2)).contains("first", "second");
  }

  @Test
  void aPadThatAnEarlierMessageShowsAsItIsNowIsOnlyNamed() {
    store().add("team", "Ship on Friday.");
    store().add("a:b", "Be kind.");
    say("m1", "team", "a:b");
    kit.answer(kit.lease(), "done");
    say("m2", "team", "a:b");
    Activation turn = kit.lease();
    List<ChatMessage> before = kit.conversation(turn).messages();
    assertThat(seen(turn, 2))
        .isEqualTo("Go\n\n[Scratchpad team: as above.]\n\n[Scratchpad a:b: as above.]");
    kit.answer(turn, "done");
    store().add("team", "No, on Monday.");
    say("m3", "team", "a:b");
    turn = kit.lease();

    assertThat(seen(turn, 4)).contains("Friday", "Monday", "a:b: as above.]");
    assertThat(kit.conversation(turn).messages().subList(0, before.size())).isEqualTo(before);
  }

  @Test
  void aPadIsWholeAgainOnceItsEarlierCopyHasLeftTheWindow() {
    store().add("team", "Ship on Friday.");
    say("m1", "team");
    kit.answer(kit.lease(), "done");
    kit.directory.memory = new Memory(false, 2, 0);
    say("m2", "team");
    kit.answer(kit.lease(), "done");
    say("m3", "team");
    Activation turn = kit.lease();

    List<ChatMessage> sent = kit.conversation(turn).messages();
    assertThat(sent).hasSizeLessThan(5);
    assertThat(sent.toString()).containsOnlyOnce("Ship on Friday.");
    assertThat(seen(turn, 0)).contains("Ship on Friday.");
  }

  @ParameterizedTest
  @ValueSource(ints = {1000, 6000})
  void padsAreCutBeforeTheTextOfTheMessage(int length) {
    kit.turns().measure(model -> OptionalInt.of(5000));
    for (int entry = 0; entry < 4; entry++) {
      store().add("team", "p".repeat(4000));
    }
    String text = "t".repeat(length);
    long unused =
        kit.service()
            .append(
                kit.agent,
                kit.session,
                new NewMessage(
                    "m",
                    text,
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(ContextIds.parse("team"))),
                tx -> {});

    String seen = seen(kit.lease(), 0);
    int cut = seen.indexOf("characters left out by Otters");
    assertThat(cut).isPositive();
    if (length == 1000) {
      assertThat(seen).startsWith(text + "\n\n[Scratchpad team: ");
    } else {
      assertThat(seen).startsWith("tttt").doesNotContain("ppp");
    }
  }

  @Test
  void aRepeatedMessageIsStoredOnceWhateverThePadsSayNow() {
    store().add("team", "first");
    kit.directory.contextIds = ContextIds.parse("team");
    long seq = say("m", Optional.empty());
    store().add("team", "second");
    kit.directory.contextIds = ContextIds.parse("other");

    assertThat(say("m", Optional.empty())).isEqualTo(seq);
    assertThat(seen(kit.lease(), 0)).contains("first").doesNotContain("second");
  }

  @Test
  void theUsualPadsComeUnlessAMessageNamesOthers() {
    store().add("team", "usual");
    store().add("other", "named");
    kit.directory.contextIds = ContextIds.parse("team");
    say("m1", Optional.empty());
    say("m2", "other");
    say("m3");
    Activation turn = kit.lease();

    assertThat(seen(turn, 0)).contains("usual");
    assertThat(seen(turn, 1)).contains("named").doesNotContain("usual");
    assertThat(seen(turn, 2)).isEqualTo("Go");
  }

  @Test
  void anAnswerIsAppendedOnceToThePadsOfAllMessagesOfItsTurn() {
    kit.directory.options = Map.of("context-write", "true");
    kit.directory.redactor = text -> text.replace("hunter2", "***");
    say("m1", "team");
    say("m2", "plan", "team");
    Activation turn = kit.lease();
    kit.answer(turn, "It is hunter2.");
    kit.answer(turn, "It is hunter2.");
    kit.restart(Set.of());
    kit.connect();

    assertThat(texts("team")).containsExactly("It is ***.");
    assertThat(texts("plan")).containsExactly("It is ***.");
    say("m3");
    kit.answer(kit.lease(), "unrelated");
    assertThat(store().pads()).hasSize(2);
  }

  @Test
  void onlyTheAnswerOfAnAgentThatWantsItIsAppended() {
    say("m1", "team");
    kit.answer(kit.lease(), "without the setting");
    kit.directory.options = Map.of("context-write", "true");
    say("m2", "team");
    kit.ack(kit.lease(), new Outcome.Failed(Outcome.ErrorKind.PERMANENT, "broken"));
    say("m3", "team");
    Activation stopped = kit.lease();
    kit.service().interrupt(kit.agent, kit.session);
    kit.ack(stopped, new Outcome.Interrupted("half of"));

    assertThat(store().pads()).isEmpty();
  }

  @Test
  void secretsThatBecameKnownLaterAreHidden() {
    store().add("team", "The key is hunter2.");
    kit.directory.redactor = text -> text.replace("hunter2", "***");
    say("m", "team");

    assertThat(seen(kit.lease(), 0)).contains("The key is ***.");
  }

  @Test
  void whatPadsSaidIsDeletedWithItsSession() {
    store().add("team", "x");
    say("m", "team");
    kit.sessions.removal().remove(kit.agent, kit.session, true);

    long left =
        kit.database.read(rows -> rows.number("SELECT count(*) AS n FROM message_scratchpads"));
    assertThat(left).isZero();
    assertThat(texts("team")).containsExactly("x");
  }

  @Test
  void padsCountInTheSizeOfTheConversation() {
    store().add("team", "x".repeat(4000));
    say("m", "team");
    long attached = kit.database.read(rows -> rows.number("SELECT sum(attached) AS n FROM events"));

    assertThat(attached).isBetween(4000L, 4300L);
    assertThat(kit.sessions.preview().next(kit.agent, kit.session).total().bytes())
        .isGreaterThan(4000);
  }
}
