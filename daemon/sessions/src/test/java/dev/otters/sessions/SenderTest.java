package dev.otters.sessions;

import static java.util.function.UnaryOperator.identity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.ClientTool;
import dev.otters.api.session.EventType;
import dev.otters.api.session.NewSession;
import dev.otters.home.store.Author;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import dev.otters.sessions.wake.WakeTool;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The senders of the events of a log. */
class SenderTest extends MirrorBench {
  private static final String TOKEN = "5e0c";
  private static final String OPERATOR = "operator:" + TOKEN;
  private static final ToolCall SHELL = new ToolCall("c1", "sh", "{\"args\":[\"ls\"]}");
  private static final ToolCall GATED = new ToolCall("g1", "kubectl", "{\"args\":[\"get\"]}");
  private static final ToolCall WEATHER = new ToolCall("w1", "weather", "{\"city\":\"Oslo\"}");
  private static final ToolCall WAKE =
      new ToolCall("k1", WakeTool.NAME, "{\"minutes\":10,\"note\":\"Look again.\"}");

  @BeforeEach
  void tools() {
    kit.directory.options = Map.of("ask-tools", "kubectl");
    kit.directory.tools =
        List.of(
            new ToolSchema("sh", "A shell.", ToolSchema.BIN_INPUT),
            new ToolSchema("kubectl", "Clusters.", "{\"type\":\"object\"}"),
            WakeTool.SCHEMA);
    ClientTool weather = new ClientTool("weather", "Knows the weather.", Map.of("type", "object"));
    kit.sessions
        .creation()
        .create(
            kit.agent,
            new NewSession("r1", kit.session.value(), null, Map.of(), null, List.of(weather)),
            Optional.empty(),
            tx -> {});
  }

  private static void asOperator(Runnable request) {
    boolean unused =
        Author.call(
            TOKEN,
            () -> {
              request.run();
              return true;
            });
  }

  private Activation turn() {
    asOperator(() -> kit.say("one"));
    return kit.lease();
  }

  private void calls(Activation turn, ToolCall... calls) {
    Completion completion =
        new Completion("Well.", List.of(calls), StopReason.TOOL_USE, SessionKit.USAGE);
    Answer.Next unused =
        kit.sessions.steps().record(kit.step(turn, 1), "scripted/guide", completion);
  }

  private List<String> senders(EventType type) {
    return kit.events(type).stream().map(event -> event.sender().orElse("-")).toList();
  }

  @Test
  void aMessageIsTheOperatorsAndItsAnswerTheModels() {
    Activation turn = turn();
    kit.answer(turn, "done");

    assertThat(senders(EventType.USER_MESSAGE)).containsExactly(OPERATOR);
    assertThat(senders(EventType.AGENT_MESSAGE)).containsExactly("model");
    assertThat(senders(EventType.TURN_STARTED)).containsExactly("daemon");
    assertThat(senders(EventType.TURN_FINISHED)).containsExactly("daemon");
    assertThat(senders(EventType.STATUS_CHANGED)).isNotEmpty().containsOnly("daemon");
  }

  @Test
  void aCallIsTheModelsAndItsResultTheRuntimes() {
    Activation turn = turn();
    calls(turn, SHELL);
    kit.sessions.reports().result(kit.step(turn, 1), SessionKit.result("c1", "x"), identity());

    assertThat(senders(EventType.TOOL_USE)).containsExactly("model");
    assertThat(senders(EventType.TOOL_RESULT)).containsExactly("runtime");
  }

  @Test
  void aDecisionIsTheOperatorsAndTheResultTheDaemons() {
    calls(turn(), GATED);
    asOperator(() -> kit.sessions.approvals().decide(kit.agent, kit.session, 1, false, "not now"));

    assertThat(senders(EventType.APPROVAL_REQUESTED)).containsExactly("daemon");
    assertThat(senders(EventType.APPROVAL_DENIED)).containsExactly(OPERATOR);
    assertThat(senders(EventType.TOOL_RESULT)).containsExactly("daemon");
  }

  @Test
  void whatTheEndOfATurnDeniesIsDeniedByWhoEndedIt() {
    calls(turn(), GATED);
    asOperator(() -> kit.service().interrupt(kit.agent, kit.session));

    assertThat(senders(EventType.USER_INTERRUPT)).containsExactly(OPERATOR);
    assertThat(senders(EventType.APPROVAL_DENIED)).containsExactly(OPERATOR);
  }

  @Test
  void theResultOfACustomCallIsThatOfItsClient() {
    calls(turn(), WEATHER);
    asOperator(
        () -> kit.sessions.customCalls().answer(kit.agent, kit.session, "c1", "Rain", false));

    assertThat(senders(EventType.CUSTOM_TOOL_USE)).containsExactly("model");
    assertThat(senders(EventType.CUSTOM_TOOL_RESULT)).containsExactly(OPERATOR);
  }

  @Test
  void aWakeSendsWhatItBringsWhoeverScheduledIt() {
    Activation turn = turn();
    calls(turn, WAKE);
    kit.answer(turn, 2, "done");
    Instant now = kit.time.now();
    WakePlan plan =
        WakePlan.once(
            now.plus(Duration.ofHours(1)), now, "Tea.", Optional.empty(), WakePriority.NORMAL);
    asOperator(() -> kit.sessions.wakes().schedule(kit.agent, kit.session, plan, tx -> {}));
    asOperator(() -> kit.sessions.wakes().cancel(kit.agent, kit.session, 2));
    kit.advance(Duration.ofMinutes(10));

    assertThat(senders(EventType.WAKE_SCHEDULED)).containsExactly("model", OPERATOR);
    assertThat(senders(EventType.WAKE_CANCELLED)).containsExactly(OPERATOR);
    assertThat(senders(EventType.WAKE_FIRED)).containsExactly("wake:1");
  }

  @Test
  void theMirrorNamesSendersAndHasNoneForEventsOfAnEarlierRelease() throws IOException {
    // Within the transaction that stores the event, since the mirror reads it right after.
    kit.database.update(
        tx ->
            tx.execute(
                "CREATE TRIGGER earlier AFTER INSERT ON events BEGIN UPDATE events SET sender ="
                    + " NULL WHERE session = new.session AND seq = new.seq; END"));
    kit.say("old");
    kit.database.update(tx -> tx.execute("DROP TRIGGER earlier"));
    assertThat(kit.events()).extracting(SessionEvent::sender).containsOnly(Optional.empty());
    kit.answer(kit.lease(), "done");
    turn();
    settle();

    assertThat(lines().stream().filter(line -> line.contains("\"role\":\"user\"")))
        .satisfiesExactly(
            old -> assertThat(old).doesNotContain("sender"),
            said -> assertThat(said).contains("\"sender\":\"" + OPERATOR + "\""));
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }
}
