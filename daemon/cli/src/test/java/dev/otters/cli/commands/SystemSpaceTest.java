package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.image.PruneResult;
import dev.otters.api.system.DiskRow;
import dev.otters.api.system.DiskUsage;
import dev.otters.api.system.NetworkPruneResult;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SystemSpaceTest extends CommandTest {
  @BeforeEach
  void twoAgentsOneOfThemStopped() {
    daemon.answer(
        "GET /v1/agents",
        new AgentList(
            List.of(
                Given.summary("bob", AgentStatus.READY, null),
                Given.summary("old", AgentStatus.STOPPED, null))));
    daemon.answer("POST /v1/images/prune", new PruneResult(List.of("guide:1"), 3, 2048, false));
    daemon.answer("POST /v1/networks/prune", new NetworkPruneResult(List.of("otters-7")));
    daemon.answer("DELETE /v1/agents/" + Given.ID, new DiskUsage(List.of()));
  }

  private List<String> changes() {
    return daemon.requests().stream()
        .map(FakeDaemon.Request::line)
        .filter(line -> !line.startsWith("GET ") && !line.contains("dry-run"))
        .toList();
  }

  @Test
  void dfShowsWhatTakesSpace() {
    daemon.answer(
        "GET /v1/system/df",
        new DiskUsage(
            List.of(
                new DiskRow("images", 3, 1, 4096, 1024, false),
                new DiskRow("agents", 2, 1, 4096, 1024, true),
                new DiskRow("logs", 0, 0, 0, 0, false))));
    assertThat(bench.run("system", "df").out().lines())
        .containsExactly(
            "TYPE     TOTAL   ACTIVE   SIZE       RECLAIMABLE",
            "Images   3       1        4.10kB     1.02kB (25%)",
            "Agents   2       1        >=4.10kB   >=1.02kB",
            "Logs     0       0        0B         0B");
    assertThat(bench.run("system", "df", "--format", "{{.type}}={{.size}}").out())
        .isEqualTo("images=4096\nagents=4096\nlogs=0\n");
  }

  @Test
  void pruneListsWhatGoesAndAsks() {
    Bench.Run refused = bench.terminal(80).input("n\n").run("system", "prune");
    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.err())
        .contains(
            "would remove agent old with its workspace and sessions\n",
            "would remove image guide:1\n",
            "would remove network otters-7\n",
            "nothing was removed");
    assertThat(changes()).isEmpty();
    assertThat(bench.input("y\n").run("system", "prune").out())
        .isEqualTo(
            """
            removed agent old
            removed image guide:1
            removed network otters-7
            reclaimed 2.05kB of image data
            """);
    assertThat(changes())
        .containsExactly(
            "DELETE /v1/agents/" + Given.ID, "POST /v1/images/prune", "POST /v1/networks/prune");
  }

  @Test
  void pruneNeedsForceWithoutATerminal() {
    Bench.Run run = bench.run("system", "prune");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("cannot ask for confirmation without a terminal", "Give -f");
    assertThat(changes()).isEmpty();
    assertThat(bench.run("system", "prune", "-af", "--output", "json").out())
        .contains("\"agents\": [\n    \"old\"\n  ]", "\"bytes\": 2048");
    assertThat(changes())
        .containsExactly(
            "DELETE /v1/agents/" + Given.ID,
            "POST /v1/images/prune?all=true",
            "POST /v1/networks/prune");
  }

  @Test
  void stopEndsTheDaemonAndSaysWhatKeepsRunning() throws IOException {
    File lock = Files.createFile(bench.home().resolve("ottersd.lock")).toFile();
    Process process = new ProcessBuilder("sleep", "600").redirectInput(lock).start();
    givenDaemon(process.pid());
    Bench.Run run = bench.run("daemon", "stop");
    assertThat(run.out())
        .isEqualTo("stopped the daemon (process " + process.pid() + "); 2 agents still running\n");
    assertThat(run.exit()).isZero();
    assertThat(process.isAlive()).isFalse();
  }

  private void givenDaemon(long pid) {
    daemon.on(
        "GET /v1/info",
        (request, reply) ->
            reply.json(
                200,
                "{\"pid\": %d, \"home\": \"%s\", \"agentsRunning\": 2}"
                    .formatted(pid, bench.home())));
  }

  @Test
  void stopEndsNoProcessThatOnlyHasTheNumberOfTheDaemon() throws Exception {
    Files.createFile(bench.home().resolve("ottersd.lock"));
    Process other = new ProcessBuilder("sleep", "600").start();
    try {
      givenDaemon(other.pid());
      Bench.Run run = bench.run("daemon", "stop");
      assertThat(run.exit()).isEqualTo(4);
      assertThat(run.err())
          .contains(
              "process " + other.pid() + " does not hold the lock of " + bench.home(),
              "Run 'otters daemon stop' as the daemon's user, where it runs.");
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroy();
    }
    assertThat(other.waitFor()).isNotZero();
    assertThat(bench.run("daemon", "stop").exit()).isEqualTo(4);
  }

  @Test
  void stopStartsNoDaemonAndEndsNoneOfAnotherMachine() throws IOException {
    assertThat(bench.run("daemon", "stop", "--host", "http://127.0.0.1:9").err())
        .contains("may run on another machine", "Run 'otters daemon stop' there");
    daemon.stop();
    Bench.Run run = bench.run("daemon", "stop");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("the daemon is not running\n");
    assertThat(bench.home().resolve("ottersd.log")).doesNotExist();
  }
}
