package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** What an operator does with agents, by the commands of the distribution on a real executor. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Lifecycle {
  private static final String MODEL =
      """
      rules:
        - when: {user: "show"}
          call: {tool: sh, args: ["-c", "echo LEVEL=$LEVEL BUILD=$BUILD; cat /workspace/host"]}
        - when: {user: "work"}
          call: {tool: sh, args: ["-c", "until [ -e /workspace/go ]; do sleep 0.1; done; echo worked"]}
        - when: {result: {matches: "(?s)(.*)"}}
          say: "${1}"
        - when: {user: "(.*)"}
          say: "%s heard ${1}"
      """;

  private Otters otters;

  abstract Otters fresh() throws IOException;

  @BeforeAll
  void twoImages() throws IOException {
    otters = fresh();
    otters.script("first", MODEL.formatted("first"));
    otters.script("second", MODEL.formatted("second"));
    image("lifer:1", "");
    image("lifer:2", "ENV BUILD=\"two\" \"The build.\"\n");
  }

  private void image(String reference, String more) {
    Path context = otters.agentWithShell("lifer", "scripted/first");
    Path file = context.resolve("Agentfile");
    Otters.write(file, Otters.read(file) + more);
    otters.run("build", context.toString(), "-t", reference).ok();
  }

  @AfterEach
  void removeAgents() {
    List<String> names = names();
    if (!names.isEmpty()) {
      otters.run(Stream.concat(Stream.of("rm", "-f"), names.stream()).toArray(String[]::new)).ok();
    }
  }

  @AfterAll
  void close() throws IOException {
    otters.close();
  }

  private void agent(String name, String... options) {
    Stream<String> words =
        Stream.concat(Stream.of("run", "lifer:1", "--name", name), Stream.of(options));
    otters.run(words.toArray(String[]::new)).ok();
  }

  private String status(String agent) {
    return otters.inspect(agent).get("status").asString();
  }

  private String sandbox(String agent) {
    return otters.inspect(agent).get("sandbox").get("id").asString();
  }

  private String id(String agent) {
    return otters.inspect(agent).get("id").asString();
  }

  private List<String> names() {
    return otters.json("ps", "-a").valueStream().map(row -> row.get("name").asString()).toList();
  }

  private String ask(String agent, String question) {
    return otters.run("prompt", "-s", "talk", agent, question).ok();
  }

  /** Starts a prompt whose tool works until {@link #finish}. */
  private Run.Started work(String agent) {
    Run.Started prompt = otters.start("prompt", "-s", "work", agent, "work");
    Eventually.is("the tool works", () -> otters.run("top", agent).out().contains("echo worked"));
    return prompt;
  }

  private void finish(String agent) {
    otters.run("exec", agent, "sh", "-c", ": >/workspace/go").ok();
  }

  @Test
  void anUpdateWaitsForTheTurnAndKeepsIdSessionsAndWorkspace() throws IOException {
    Path host = Files.writeString(otters.files().resolve("host"), "from the host\n");
    agent("updated");
    assertThat(ask("updated", "hello")).contains("first heard hello");
    String id = id("updated");
    String before = sandbox("updated");
    otters.run("exec", "updated", "sh", "-c", "echo kept >/workspace/kept").ok();
    Run.Started turn = work("updated");

    Path notes = otters.files().resolve("notes");
    String line =
        "exec otters update --image lifer:2 --model scripted/second -e LEVEL=debug --memory 300m"
            + " --cpus 1.5 --pids 300 --shm-size 32m --label tier=one --restart no"
            + " -v %s:/workspace/host:Name:ro updated 2>%s".formatted(host, notes);
    CompletableFuture<Run> update =
        CompletableFuture.supplyAsync(() -> otters.shell(line), Thread.ofPlatform()::start);
    Eventually.is(
        "the update says that it waits",
        () -> Files.exists(notes) && Otters.read(notes).contains("waits until no turn is running"));
    assertThat(sandbox("updated")).isEqualTo(before);
    assertThat(status("updated")).isEqualTo("working");
    finish("updated");
    assertThat(turn.await().ok()).contains("worked");
    assertThat(update.join().ok()).isEqualTo("updated updated\n");

    JsonNode after = otters.inspect("updated");
    assertThat(after.get("id").asString()).isEqualTo(id);
    assertThat(after.get("sandbox").get("id").asString()).isNotEqualTo(before);
    assertThat(after.get("image").get("ref").asString()).isEqualTo("lifer:2");
    assertThat(after.get("labels").get("tier").asString()).isEqualTo("one");
    assertThat(after.get("restart").asString()).isEqualTo("no");
    assertThat(after.get("limits").toString())
        .isEqualTo("{\"memoryBytes\":314572800,\"cpus\":1.5,\"pids\":300,\"shmBytes\":33554432}");
    assertThat(
            otters.json("stats", "--no-stream", "updated").get(0).get("memoryLimitBytes").asLong())
        .isEqualTo(300L << 20);
    assertThat(ask("updated", "show")).contains("LEVEL=debug BUILD=two", "from the host");
    assertThat(ask("updated", "hello")).contains("second heard hello");
    assertThat(otters.run("session", "transcript", "updated", "talk").ok())
        .contains("first heard hello", "second heard hello");
    assertThat(otters.run("exec", "updated", "sh", "-c", "cat kept").ok()).isEqualTo("kept\n");

    otters
        .run(
            "update",
            "--env-rm",
            "LEVEL",
            "--mount-rm",
            "/workspace/host",
            "--label-rm",
            "tier",
            "updated")
        .ok();
    JsonNode last = otters.inspect("updated");
    assertThat(last.get("mounts").isEmpty() && last.get("labels").isEmpty()).isTrue();
    assertThat(ask("updated", "show")).contains("LEVEL= BUILD=two").doesNotContain("from the host");
  }

  @Test
  void aNewModelNeedsNoNewSandbox() {
    agent("switched");
    String before = sandbox("switched");
    otters.run("update", "--model", "scripted/second", "--label", "a=b", "switched").ok();
    assertThat(sandbox("switched")).isEqualTo(before);
    assertThat(ask("switched", "hello")).contains("second heard hello");
  }

  @Test
  void aTurnResumesAfterARestart() {
    agent("again");
    String before = sandbox("again");
    Run.Started turn = work("again");
    assertThat(otters.run("restart", "-t", "1", "again").ok()).isEqualTo("restarted again\n");
    assertThat(turn.await().ok()).contains("the agent is being stopped");
    assertThat(sandbox("again")).isNotEqualTo(before);
    assertThat(ask("again", "hello")).contains("first heard hello");
  }

  @Test
  void waitPrintsTheExitCodeOfAKilledAndOfAStoppedAgent() {
    agent("killed", "--restart", "always");
    Run.Started waiting = otters.start("wait", "killed");
    assertThat(otters.run("kill", "killed").ok()).isEqualTo("killed killed\n");
    assertThat(waiting.await().ok()).isEqualTo("137\n");
    assertThat(status("killed")).isEqualTo("stopped");
    assertThat(otters.run("kill", "killed").failed(4)).contains("agent killed is stopped");
    assertThat(otters.run("start", "killed").ok()).isEqualTo("started killed\n");
    otters.run("stop", "killed").ok();
    assertThat(otters.run("wait", "killed").ok()).isEqualTo("0\n");
  }

  @Test
  void anAgentIsRenamedWhileItWorks() {
    agent("old");
    String before = sandbox("old");
    Run.Started turn = work("old");
    otters.run("rename", "old", "new").ok();
    otters.run("prompt", "old", "hello").failed(3);
    finish("new");
    assertThat(turn.await().ok()).contains("worked");
    assertThat(sandbox("new")).isEqualTo(before);
    agent("old");
    assertThat(otters.run("rename", "old", "new").failed(4)).contains("new");
    assertThat(names()).containsExactlyInAnyOrder("old", "new");
  }

  @Test
  void aPromptStartsAStoppedAgentOnRequest() {
    agent("sleeper");
    otters.run("stop", "sleeper").ok();
    assertThat(otters.run("prompt", "sleeper", "hello").failed(4)).contains("otters start sleeper");
    assertThat(otters.run("prompt", "--start", "sleeper", "hello").ok()).contains("heard hello");
    assertThat(status("sleeper")).isEqualTo("ready");
  }

  @Test
  void aReplacedAgentLeavesNothingAndABrokenOneReplacesNothing() {
    agent("only");
    ask("only", "hello");
    String first = id("only");
    otters.run("run", "lifer:1", "--name", "only", "--replace", "--model", "absent/x").failed(40);
    assertThat(id("only")).isEqualTo(first);
    assertThat(status("only")).isEqualTo("ready");
    agent("only", "--replace");
    assertThat(id("only")).isNotEqualTo(first);
    assertThat(otters.json("session", "ls", "only").isEmpty()).isTrue();
    assertThat(names()).containsExactly("only");
    assertThat(otters.sandboxes()).hasSize(1);
  }

  @Test
  void aTemporaryAgentIsGoneWhenItStops() {
    agent("brief", "--rm");
    agent("shot", "--rm");
    otters.run("stop", "brief").ok();
    otters.run("kill", "shot").ok();
    Eventually.is("both are gone", () -> names().isEmpty());
    otters.assertNoAgentIsLeft();
  }

  @Test
  void statsAndTopShowWhatAnAgentUses() {
    agent("user", "--memory", "300m");
    JsonNode used = otters.json("stats", "--no-stream").get(0);
    assertThat(used.get("name").asString()).isEqualTo("user");
    assertThat(used.get("memoryBytes").asLong()).isBetween(1L << 20, 300L << 20);
    assertThat(used.get("memoryLimitBytes").asLong()).isEqualTo(300L << 20);
    Run.Started program = otters.start("exec", "user", "sh", "-c", "sleep 4716; :");
    Eventually.is(
        "the program is shown", () -> otters.run("top", "user").ok().contains("sleep 4716"));
    program.process().destroy();
    otters.run("stop", "user").ok();
    otters.run("top", "user").failed(4);
    assertThat(otters.json("stats", "--no-stream").isEmpty()).isTrue();
  }

  @Test
  void pruneRemovesStoppedAgentsOnly() {
    agent("running");
    agent("resting");
    otters.run("stop", "resting").ok();
    assertThat(otters.run("system", "df").ok()).containsPattern("Agents +2 +1 ");
    otters.run("system", "prune").failed(2);
    assertThat(otters.run("system", "prune", "-f").ok()).contains("resting");
    assertThat(names()).containsExactly("running");
    assertThat(otters.run("system", "df").ok()).containsPattern("Agents +1 +1 ");
  }

  @Test
  void agentsAreAdoptedByTheNextDaemon() {
    agent("adopted");
    String before = sandbox("adopted");
    Run.Started turn = work("adopted");
    assertThat(otters.run("daemon", "stop").ok()).contains("1 agent still running");
    finish("adopted");
    assertThat(turn.await().ok()).contains("worked");
    assertThat(sandbox("adopted")).isEqualTo(before);
    assertThat(ask("adopted", "hello")).contains("first heard hello");
  }
}
