package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.ProcessView;
import dev.otters.api.agent.UsageView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatsTest extends CommandTest {
  private static final String ID = Given.summary("bob", AgentStatus.READY, null).id();

  private static UsageView use(Long limit) {
    Instant started = Instant.now().minusSeconds(300);
    return new UsageView(
        ID,
        "bob",
        Instant.EPOCH,
        1500,
        64_000_000L,
        limit,
        List.of(new ProcessView(4711, 1, 200_000, started, 12, 62_340, 80_000_000L, "java -x")));
  }

  @Test
  void statsShowsTheUseOfRunningAgentsOnce() {
    daemon.answer(
        "GET /v1/agents", new AgentList(List.of(Given.summary("bob", AgentStatus.READY, null))));
    daemon.answer("GET /v1/agents/" + ID + "/stats", use(256_000_000L));
    Bench.Run run = bench.run("stats", "--no-stream");
    assertThat(run.exit()).isZero();
    assertThat(run.out().lines())
        .containsExactly(
            "ID             NAME   CPU %   MEM USAGE / LIMIT   MEM %   PROCESSES   THREADS",
            "861068161a2b   bob    0.0%    64.0MB / 256MB      25.0%   1           12");
  }

  @Test
  void statsOfAnAgentWithoutALimitSaysSo() {
    daemon.answer("GET /v1/agents/bob/stats", use(null));
    assertThat(bench.run("stats", "--no-stream", "bob").out()).contains("64.0MB / none", " - ");
    assertThat(bench.run("stats", "--no-stream", "-o", "json", "bob").out())
        .contains("\"cpuPercent\": 0.0", "\"memoryBytes\": 64000000")
        .doesNotContain("memoryLimitBytes");
  }

  @Test
  void statsLeavesOutAnAgentWhoseUseIsNotKnown() {
    var bob = Given.summary("bob", AgentStatus.READY, null);
    var wild =
        new AgentSummary(
            "0123456789ab", "wild", "a", "b", bob.state(), bob.labels(), "unsandboxed", 0);
    daemon.answer("GET /v1/agents", new AgentList(List.of(wild, bob)));
    daemon.answer("GET /v1/agents/" + ID + "/stats", use(null));
    daemon.refuse(
        "GET /v1/agents/" + wild.id() + "/stats",
        Problem.of(ErrorCode.EXECUTOR_UNSUPPORTED, "the use of wild is not known", "Use ps."));
    Bench.Run run = bench.run("stats", "--no-stream");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).contains("bob").doesNotContain("wild");
    assertThat(run.err()).containsOnlyOnce("the use of wild is not known");
  }

  @Test
  void statsLeavesOutAnAgentWhoseSessionsHaveSandboxesOfTheirOwn() {
    daemon.answer(
        "GET /v1/agents", new AgentList(List.of(Given.summary("bob", AgentStatus.READY, null))));
    daemon.refuse(
        "GET /v1/agents/" + ID + "/stats",
        Problem.of(ErrorCode.INVALID_REQUEST, "each session has its own", "Name one."));
    Bench.Run run = bench.run("stats", "--no-stream");
    assertThat(run.exit()).isZero();
    assertThat(run.err()).containsOnlyOnce("each session has its own");
  }

  @Test
  void aSessionIsNamedWithItsAgent() {
    daemon.answer("GET /v1/agents/bob/stats", use(null));
    bench.run("stats", "--no-stream", "-s", "ada", "bob");
    bench.run("top", "--session", "ada", "bob");
    assertThat(daemon.requests())
        .extracting(FakeDaemon.Request::line)
        .containsOnly("GET /v1/agents/bob/stats?session=ada");

    Bench.Run alone = bench.run("stats", "-s", "ada");
    assertThat(alone.exit()).isEqualTo(2);
    assertThat(alone.err()).contains("--session needs the agent of the session");
  }

  @Test
  void statsOfANamedAgentThatDoesNotRunFails() {
    daemon.refuse(
        "GET /v1/agents/bob/stats",
        Problem.of(ErrorCode.AGENT_NOT_RUNNING, "agent bob is not running", "Start it."));
    assertThat(bench.run("stats", "--no-stream", "bob").exit())
        .isEqualTo(ErrorCode.AGENT_NOT_RUNNING.exitCode());
  }

  @Test
  void topShowsTheProcessesOfAnAgent() {
    daemon.answer("GET /v1/agents/bob/stats", use(null));
    assertThat(bench.run("top", "bob").out().lines())
        .containsExactly(
            "PID    PPID   UID      STARTED         TIME      MEM      COMMAND",
            "4711   1      200000   5 minutes ago   1:02.34   80.0MB   java -x");
  }
}
