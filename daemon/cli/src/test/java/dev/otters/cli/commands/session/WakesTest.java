package dev.otters.cli.commands.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.session.WakeList;
import dev.otters.api.session.WakeView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.FakeDaemon;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WakesTest extends CommandTest {
  private static final SessionSummary DEPLOY =
      new SessionSummary(
          "deploy", "bob", "idle", null, 0, 1, 0, 0, Instant.EPOCH, Instant.EPOCH, null, "Look.");

  private static final String SCHEDULE = "POST /v1/agents/bob/sessions/deploy/wakes";

  @BeforeEach
  void aWakeIsAccepted() {
    daemon.answer("GET /v1/agents/bob/sessions/deploy", DEPLOY);
    daemon.answer(SCHEDULE, wake("7", 3600L, null));
  }

  private static WakeView wake(String id, @Nullable Long every, @Nullable String cron) {
    Instant due = Instant.now().plus(Duration.ofMinutes(100));
    String zone = cron == null ? null : "UTC";
    return new WakeView(
        id, "bob", "deploy", due, every, cron, zone, "Look", null, "normal", Instant.EPOCH);
  }

  private List<String> sent() {
    return daemon.requests().stream()
        .filter(request -> request.line().equals(SCHEDULE))
        .map(FakeDaemon.Request::text)
        .toList();
  }

  private String wakeUp(String... options) {
    String[] words =
        Stream.concat(Stream.of("session", "wake", "bob", "deploy"), Stream.of(options))
            .toArray(String[]::new);
    assertThat(bench.run(words).out()).startsWith("wake 7 is due at ");
    return sent().getLast();
  }

  @Test
  void theTimeOfAWakeIsSentAsItIsGiven() {
    assertThat(wakeUp("--in", "10m", "--note", "Look"))
        .isEqualTo("{\"inSeconds\":600,\"note\":\"Look\"}");
    assertThat(wakeUp("--at", "2026-12-01T07:00:00+01:00"))
        .isEqualTo("{\"at\":\"2026-12-01T06:00:00Z\"}");
    assertThat(wakeUp("--every", "2h", "--key", "k", "--priority", "low"))
        .isEqualTo("{\"everySeconds\":7200,\"key\":\"k\",\"priority\":\"low\"}");
    assertThat(wakeUp("--cron", "0 7 * * *", "--zone", "Europe/Berlin"))
        .isEqualTo("{\"cron\":\"0 7 * * *\",\"zone\":\"Europe/Berlin\"}");
    assertThat(wakeUp("--cron", "0 7 * * *")).contains("\"zone\":\"");
  }

  @Test
  void aSessionThatDoesNotExistIsNamedAsItIs() {
    daemon.refuse(
        "GET /v1/agents/bob/sessions/deploy",
        Problem.of(ErrorCode.SESSION_NOT_FOUND, "session deploy not found", null));

    assertThat(wakeUp("--in", "10m")).isEqualTo("{\"inSeconds\":600}");
  }

  @ParameterizedTest
  @CsvSource({
    "'', give one of --at",
    "--in 10m --every 1h, give one of --at",
    "--in 10m --zone UTC, --zone is for --cron only",
    "--in soon, a time such as 90s or 10m",
    "--every 1.5h, a time such as 90s or 10m",
    "--at 12:00, a time such as 2026-01-31T12:00:00Z",
    "--at 2026-01-31T12:00:00, a time such as 2026-01-31T12:00:00Z",
    "--in 10m --priority urgent, 'one of high, normal, low'"
  })
  void aWrongTimeIsRefusedBeforeItIsSent(String options, String why) {
    String[] words =
        Stream.concat(Stream.of("session", "wake", "bob", "deploy"), Stream.of(options.split(" ")))
            .filter(word -> !word.isEmpty())
            .toArray(String[]::new);

    Bench.Run run = bench.run(words);

    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains(why);
    assertThat(sent()).isEmpty();
  }

  @Test
  void wakesAreListedForAllAnAgentOrASession() {
    WakeList list = new WakeList(List.of(wake("7", 5400L, null), wake("8", null, "0 7 * * *")));
    for (String line :
        List.of(
            "GET /v1/wakes",
            "GET /v1/wakes?agent=bob",
            "GET /v1/agents/bob/sessions/deploy/wakes")) {
      daemon.answer(line, list);
    }

    assertThat(bench.run("session", "wake", "ls").out())
        .contains("DUE", "REPEATS", "in 2 hours", "every 90m", "0 7 * * * UTC", "Look");
    assertThat(bench.run("session", "wake", "ls", "-q", "bob").out()).isEqualTo("7\n8\n");
    assertThat(bench.run("session", "wake", "ls", "bob", "deploy").out()).contains("deploy");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET /v1/agents/bob/sessions/deploy/wakes");
  }

  @Test
  void aWakeIsRemovedByItsId() {
    daemon.answer("GET /v1/agents/bob/sessions/dep", DEPLOY);
    daemon.on(
        "DELETE /v1/agents/bob/sessions/deploy/wakes/7", (request, reply) -> reply.json(204, ""));

    assertThat(bench.run("session", "wake", "rm", "bob", "dep", "7").out())
        .isEqualTo("removed 7\n");
  }
}
