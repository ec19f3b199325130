package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.testcontainers.DockerClientFactory;
import tools.jackson.databind.JsonNode;

/** Tools that print, run, fork or eat without end. */
@Isolated("it uses up what the machine has")
@Tag("docker")
class ToolAbuseTest {

  @AutoClose private static Otters otters;

  @BeforeAll
  static void anAgentWithAShell() throws IOException {
    otters = Otters.fresh();
    otters.script(
        "shell",
        """
        rules:
          - when: {user: "run (.*)"}
            call: {tool: sh, args: ["-c", "${1}"]}
          - when: {user: "nothing"}
            call: {tool: no-such-tool, args: []}
          - when: {result: {matches: "(?s)(.*)"}}
            say: "${1}"
        """);
    Path context =
        otters.agentfile(
            "abuser",
            """
            FROM scratch
            NAME abuser
            MODEL scripted/shell
            CONFIG tool-timeout=20 "Seconds."
            BIN sh otters/tools/sh:latest "A shell."
            """);
    otters.run("run", context.toString()).ok();
  }

  private static String answerTo(String command) {
    return otters.run("prompt", "abuser", "run " + command).ok();
  }

  private static List<String> processes() {
    String id = otters.containers().getFirst().getId();
    return Arrays.stream(
            DockerClientFactory.instance().client().topContainerCmd(id).exec().getProcesses())
        .map(process -> String.join(" ", process))
        .toList();
  }

  @Test
  void aToolThatDoesNotExistIsAnErrorForTheModelThatNamesTheOnesThereAre() {
    assertThat(otters.run("prompt", "abuser", "nothing").ok()).contains("no-such-tool", "sh");
  }

  @Test
  void aGibibyteOfOutputIsCutAndItsSizeIsSaid() throws IOException {
    String answer = answerTo("head -c 1073741824 /dev/zero | tr '\\0' a");

    assertThat(answer).hasSizeLessThan(200_000).contains("1073741824");
    try (var files = Files.walk(otters.root("abuser").resolve("runtime"))) {
      long spilled =
          files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
      assertThat(spilled).isBetween(1L, 128L << 20);
    }
  }

  @Test
  void aToolThatNeverEndsIsEndedWithAllItsProcesses() {
    String answer = answerTo("sleep 4711 & sleep 4712");

    assertThat(answer).containsIgnoringCase("time");
    Eventually.is(
        "no sleep is left",
        () -> processes().stream().noneMatch(process -> process.contains("sleep 471")));
  }

  @Test
  void aProcessThatLeavesItsSessionEndsWithItsTool() {
    assertThat(answerTo("setsid sleep 4713 >/dev/null 2>&1 & echo started")).contains("started");

    Eventually.is(
        "the daemonised process is gone",
        () -> processes().stream().noneMatch(process -> process.contains("sleep 4713")));
  }

  @Test
  void processesThatChildrenReplaceAllTheTimeEndWithTheirTool() {
    assertThat(answerTo("f() { f & }; f; f; f; f; sleep 0.2; echo started")).contains("started");

    assertThat(processesStartedInASecond()).isBetween(0, 20);
  }

  /** Reads the id of the newest process twice. */
  private static int processesStartedInASecond() {
    String loads =
        otters
            .run("exec", "abuser", "sh", "-c", "cat /proc/loadavg; sleep 1; cat /proc/loadavg")
            .ok();
    int[] newest =
        loads
            .lines()
            .mapToInt(line -> Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1)))
            .toArray();
    return newest[1] - newest[0];
  }

  @Test
  void aForkBombEndsAndTheAgentAnswersAgain() {
    Run bomb = otters.run("prompt", "abuser", "run b() { b | b & }; b; sleep 60");
    int restarts = otters.inspect("abuser").get("restarts").asInt();

    assertThat(bomb.out().contains("process limit") || bomb.out().contains("fork") || restarts > 0)
        .as("the limit was felt: %s", bomb)
        .isTrue();
    Eventually.is(
        "the agent is ready again",
        () -> {
          JsonNode agent = otters.inspect("abuser");
          return agent.get("status").asString().equals("ready") && processes().size() < 20;
        });
    assertThat(processesStartedInASecond()).isBetween(0, 20);
    assertThat(answerTo("echo alive")).contains("alive");
  }

  @Test
  void aToolThatEatsAllMemoryLosesAndTheAgentAnswersAgain() {
    int restarts = otters.inspect("abuser").get("restarts").asInt();
    Run hog = otters.run("prompt", "abuser", "run tail /dev/zero");

    assertThat(
            hog.out().contains("137")
                || otters.inspect("abuser").get("restarts").asInt() > restarts)
        .as("something was killed: %s", hog)
        .isTrue();
    Eventually.is(
        "the agent is ready again",
        () -> otters.inspect("abuser").get("status").asString().equals("ready"));
    assertThat(answerTo("echo alive")).contains("alive");
  }

  @Test
  void aToolThatKillsTheRuntimeIsNotRunAgainAndTheModelIsTold() {
    int restarts = otters.inspect("abuser").get("restarts").asInt();
    Run killer =
        otters.run(
            "prompt",
            "abuser",
            "run echo once >> /workspace/killed; kill -9 $PPID; for p in /proc/[0-9]*; do kill -9"
                + " ${p#/proc/} 2>/dev/null; done");

    Eventually.is(
        "the agent is ready again",
        () -> otters.inspect("abuser").get("status").asString().equals("ready"));
    assertThat(otters.inspect("abuser").get("restarts").asInt()).isGreaterThan(restarts);
    assertThat(killer.out()).contains("It may or may not have happened");
    assertThat(otters.root("abuser").resolve("workspace/killed")).hasContent("once\n");
    assertThat(answerTo("echo alive")).contains("alive");
  }
}
