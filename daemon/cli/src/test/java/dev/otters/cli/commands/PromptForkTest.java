package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.session.NewSession;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Prompts that begin another session if theirs has other grants. The new one has the id s. */
class PromptForkTest extends CommandTest {
  private static final String CREATE = "POST /v1/agents/bob/sessions";

  private TurnScript turn;

  @BeforeEach
  void aSessionWithGrants() {
    turn = new TurnScript(daemon);
    turn.answerInOneGo();
    SessionSummary old = session("daily", List.of("app/a", "team"));
    daemon.answer("GET /v1/agents/bob/sessions/daily", old);
    daemon.answer("GET /v1/sessions", new SessionList(List.of(old), false, null));
    daemon.answer(CREATE, session("s", List.of("app/a/x")));
  }

  private static SessionSummary session(String id, List<String> grants) {
    return new SessionSummary(
        id,
        "bob",
        "idle",
        null,
        1,
        5,
        7,
        2,
        Instant.EPOCH,
        Instant.EPOCH,
        null,
        "Hi",
        Map.of(),
        null,
        List.of(),
        grants,
        null,
        null);
  }

  private NewSession created() {
    return daemon.requests().stream()
        .filter(request -> request.line().equals(CREATE))
        .map(request -> Json.read(request.text(), NewSession.class))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-s daily", "--continue"})
  void fewerGrantsBeginAChildWhoseIdIsPrinted(String which) {
    Bench.Run run =
        bench.run(
            ("prompt " + which + " --grant app/a/x --grant team --fork bob Hello").split(" "));

    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("It is Otters.\n");
    assertThat(run.err())
        .isEqualTo("session s begins without a conversation, since daily has other grants\n");
    assertThat(created().grants()).containsExactly("app/a/x", "team");
    assertThat(created().parent()).isEqualTo("bob/daily");
    assertThat(turn.sent().toList().getLast()).contains("\"text\":\"Hello\"");
  }

  @Test
  void otherGrantsBeginASessionWithoutAParent() {
    bench.run("prompt", "-s", "daily", "--grant", "app/ab", "--fork", "bob", "Hello");

    assertThat(created().parent()).isNull();
    assertThat(created().grants()).containsExactly("app/ab");
  }

  @Test
  void theSameGrantsContinueTheSession() {
    bench.run(
        "prompt", "-s", "daily", "--grant", "team", "--grant", "app/a", "--fork", "bob", "Hello");

    assertThat(daemon.requests().getLast().line())
        .isEqualTo("POST /v1/agents/bob/sessions/daily/events");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--fork -s daily", "--fork --grant app"})
  void aForkNeedsASessionAndGrants(String options) {
    Bench.Run run = bench.run(("prompt " + options + " bob Hello").split(" "));

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("--fork needs --grant, and a conversation from --session");
    assertThat(daemon.requests()).isEmpty();
  }
}
