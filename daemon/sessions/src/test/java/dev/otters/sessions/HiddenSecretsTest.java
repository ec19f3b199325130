package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.session.EventType;
import dev.otters.home.text.Redactor;
import dev.otters.home.text.Secrets;
import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.conversation.NewMessage;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The doors through which texts of the operator enter the log. */
class HiddenSecretsTest extends ApprovalBench {
  private static final String CANARY = "canary/9f83+of=the?vault";
  private static final SessionId FRESH = new SessionId("fresh");

  @AutoClose private final Secrets secrets = new Secrets(UnaryOperator.identity());

  @BeforeEach
  void know() {
    secrets.vaults(List.of(CANARY));
    kit.directory.redactor = secrets.of(kit.agent);
  }

  static Stream<String> writings() {
    byte[] bytes = CANARY.getBytes(UTF_8);
    return Stream.of(
        CANARY,
        Base64.getEncoder().encodeToString(bytes),
        Base64.getEncoder().encodeToString(("user:" + CANARY).getBytes(UTF_8)).substring(4),
        URLEncoder.encode(CANARY, UTF_8));
  }

  /** Checks that no file of the database contains a writing. */
  private void assertNowhere(String writing) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, ISO_8859_1)).as(file.toString()).doesNotContain(writing);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("writings")
  void aPromptIsStoredWithoutThem(String writing) throws IOException {
    kit.answer(turn, "done");
    kit.service().appendUserMessage(kit.agent, FRESH, "m", "Use " + writing + " there", tx -> {});
    assertNowhere(writing);
    String title = kit.service().find(kit.agent, FRESH).orElseThrow().title();
    assertThat(title).contains("Use ").contains(Redactor.HIDDEN).endsWith(" there");
  }

  @ParameterizedTest
  @MethodSource("writings")
  void aSchemaIsStoredWithoutThem(String writing) throws IOException {
    String schema =
        """
        {"type":"object","title":"%1$s","properties":{"a-%1$s":{"enum":["x","%1$s"]}},
         "maxProperties":12345678}\
        """
            .formatted(writing);
    kit.service()
        .append(
            kit.agent,
            FRESH,
            new NewMessage("m", "Go", List.of(), Optional.of(schema), Optional.empty()),
            tx -> {});
    assertNowhere(writing);
    String body = kit.service().events(kit.agent, FRESH, 0, 10).getFirst().body();
    assertThat(Bodies.read(body).path("schema").path("maxProperties").asInt()).isEqualTo(12345678);
    assertThat(Bodies.read(body).path("schema").path("title").asString()).contains(Redactor.HIDDEN);
    assertThat(body).contains("\"a-");
  }

  @ParameterizedTest
  @MethodSource("writings")
  void theNotesOfWakesAreStoredWithoutThem(String writing) throws IOException {
    Instant now = kit.time.now();
    WakePlan plan =
        WakePlan.once(
            now.plus(Duration.ofHours(1)),
            now,
            "Try " + writing,
            Optional.empty(),
            WakePriority.NORMAL);
    assertThat(kit.sessions.wakes().schedule(kit.agent, FRESH, plan, tx -> {}).plan().note())
        .contains(Redactor.HIDDEN);
    assertNowhere(writing);
  }

  @ParameterizedTest
  @MethodSource("writings")
  void theNotesOfApprovalsReachNeitherTheLogNorTheModel(String writing) throws IOException {
    pause(GATED, OTHER);
    decide("g1", true, "with " + writing);
    deny("g2", "not with " + writing);
    assertNowhere(writing);
    assertThat(kit.events(EventType.APPROVAL_DENIED).getFirst().body()).contains(Redactor.HIDDEN);
  }

  @Test
  void aCallThatCouldNotRunStaysUndecidedUntilItCan() throws InterruptedException {
    Lacking lacking = new Lacking(tools);
    kit.sessions.approvals().boot(lacking);
    pause(GATED);

    assertThatExceptionOfType(ApiException.class).isThrownBy(() -> allow("g1"));
    assertThat(waiting()).containsExactly(ApprovalState.PENDING);
    assertThat(kit.events(EventType.APPROVAL_GRANTED)).isEmpty();
    assertThat(tools.started).isEmpty();

    lacking.lacks = false;
    allow("g1");
    assertThat(tools.started.poll(20, TimeUnit.SECONDS)).isEqualTo(GATED);
  }

  @Test
  void aCallThatCouldNotRunCanBeDenied() {
    kit.sessions.approvals().boot(new Lacking(tools));
    pause(GATED);
    deny("g1", "no");
    assertThat(((ChatMessage.ToolResult) resumed().getLast()).text()).contains("denied");
  }

  /** Tools that cannot run for now. */
  private static final class Lacking implements GatedTools {
    private final GatedTools tools;
    volatile boolean lacks = true;

    Lacking(GatedTools tools) {
      this.tools = tools;
    }

    @Override
    public void require(UUID agent, String tool) {
      if (lacks) {
        throw ApiException.of(ErrorCode.CONFLICT, "there is no value", "Set one.");
      }
    }

    @Override
    public EventBody.ToolResult run(UUID agent, ToolCall call) throws InterruptedException {
      return tools.run(agent, call);
    }
  }
}
