package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.ResourceLock;
import tools.jackson.databind.JsonNode;

/** Kills an engine of its own in the middle of commands. */
@ResourceLock("private engine")
@Tag("docker")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EngineKillTest {
  private static final String AGENT = "lost";

  private PrivateEngine engine;
  private Otters otters;
  private Path context;

  @BeforeAll
  void runAnAgent() throws IOException {
    engine = PrivateEngine.fresh();
    otters = Otters.fresh().with("DOCKER_HOST", engine.host());
    context = otters.agentWithShell(AGENT, "scripted/guide");
    otters.run("run", context.toString()).ok();
  }

  @AfterAll
  void removeEverything() throws IOException {
    try (PrivateEngine _ = engine;
        Otters _ = otters) {
      otters.run("rm", "-f", AGENT).ok();
    }
  }

  private String status() {
    return otters.inspect(AGENT).get("status").asString();
  }

  /** Kills the engine when a command is at work, and returns how the command ended. */
  private Run cut(Run.Started command, String work, BooleanSupplier begun) {
    Eventually.is(work, begun);
    engine.kill();
    Run ended = command.await();
    assertThat(ended.code()).as("%s", ended).isNotZero();
    assertThat(ended.err()).as("one error").containsOnlyOnce("otters: ").doesNotContain("\tat ");
    return ended;
  }

  private void startEngine() {
    engine.start();
    awaitStatus("ready");
    assertThat(otters.run("prompt", AGENT, "hello").ok()).contains("scripted");
    assertThat(otters.json("ps", "-a").size()).isOne();
    assertThat(otters.folders()).isOne();
  }

  private void awaitStatus(String wanted) {
    Eventually.within(
        Duration.ofMinutes(2), "the agent is " + wanted, () -> status().equals(wanted));
  }

  @Test
  void execEndsWithOneErrorAndItsProgramEnds() {
    Path mark = otters.root(AGENT).resolve("workspace/begun");
    Run.Started command =
        otters.start("exec", AGENT, "sh", "-c", "echo >/workspace/begun; sleep 4718; :");
    Run ended = cut(command, "the program runs", () -> Files.exists(mark));
    assertThat(ended.code()).isEqualTo(125);
    startEngine();
    assertThat(otters.run("top", AGENT).ok()).doesNotContain("4718");
  }

  @Test
  void runLeavesNothing() {
    Run.Started command = otters.start("run", "--name", "newcomer", context.toString());
    cut(command, "the agent has a folder", () -> otters.folders() > 1);
    engine.start();
    Eventually.within(
        Duration.ofMinutes(2),
        "the new agent is gone",
        () -> !otters.run("ps", "-a").ok().contains("newcomer"));
    awaitStatus("ready");
    startEngine();
  }

  /** The processes of the agent are frozen, so that they do not obey at once. */
  @Test
  void stopEndsWithOneErrorAndCanBeRepeated() {
    for (JsonNode process : otters.json("top", AGENT)) {
      otters.shell("kill -STOP " + process.get("pid").asInt()).ok();
    }
    Run.Started command = otters.start("stop", "-t", "120", AGENT);
    cut(command, "the agent stops", () -> status().equals("stopping"));
    engine.start();
    awaitStatus("stopped");
    otters.run("stop", AGENT).ok();
    otters.run("start", AGENT).ok();
    startEngine();
  }

  /** The log is the daemon's, which stays. */
  @Test
  void logsAreFollowedBeyondTheLoss() throws IOException {
    Path lines = otters.files().resolve("lines");
    Otters.write(lines, "");
    Run.Started command =
        otters.startShell("exec otters logs -f " + AGENT + " >" + lines + " 2>&1");
    Eventually.is("the log is shown", () -> Otters.read(lines).contains("ready"));
    long before = Files.size(lines);
    engine.kill();
    startEngine();
    Eventually.is("the log goes on", () -> Otters.read(lines).indexOf("ready", (int) before) > 0);
    assertThat(command.process().isAlive()).isTrue();
    command.process().destroy();
    command.await();
    assertThat(Otters.read(lines)).doesNotContain("\tat ");
  }
}
