package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The main job as a user sees it, with a tool that comes from a registry. */
@Tag("docker")
@Tag("engine20")
class MainJobTest {

  private static TestRegistry registry;
  private static Otters otters;
  private static Path people;

  @BeforeAll
  static void anAgentRunsWithAToolFromARegistry() throws Exception {
    registry = TestRegistry.start();
    otters = Otters.fresh();
    People.model(otters);
    packAndPushAShellThatOnlyTheRegistryHas();
    people = People.folder(otters);
    Path context =
        otters.agentfile(
            "reader",
            """
            # A reader of people.
            FROM scratch
            NAME reader
            MODEL scripted/people
            ENV GREETING="Hello | there" "How to greet"
            ENV API_TOKEN="t0p-s3cret-value" "Must not be seen"
            CONTEXT SOUL "Who you are" <<EOF
            You know people.
            EOF
            BIN sh %s/tools/sh:1 "A shell from a registry."
            """
                .formatted(registry.address()));
    otters
        .run("run", context.toString(), "-v", people + ":/workspace/src:People | we know:ro")
        .ok();
  }

  /**
   * A shell with other bytes than any image that the distribution ships: no local copy can stand in
   * for it.
   */
  private static void packAndPushAShellThatOnlyTheRegistryHas() throws Exception {
    Path busybox =
        Distribution.root().resolve("images/build/work/packages/busybox-static/bin/busybox");
    Path unique = Files.copy(busybox, otters.files().resolve("sh"));
    Files.writeString(unique, otters.home().toString(), StandardOpenOption.APPEND);
    otters.run("bin", "build", "-n", "sh", "-t", "mine/sh:1", "linux/amd64:" + unique).ok();
    registry.push(otters.home().resolve("registry"), "mine/sh:1", "tools/sh", "1");
    otters.run("bin", "rm", "mine/sh:1").ok();
    assertThat(otters.run("bin", "ls").ok()).doesNotContain("mine/sh");
  }

  @AfterAll
  static void everythingIsGone() throws IOException {
    try (TestRegistry closedLast = registry;
        Otters closedFirst = otters) {
      assertThat(closedLast.log()).contains("/v2/tools/sh/manifests/1");
      assertThat(closedFirst.run("ps").ok()).contains("reader");
    }
  }

  @Test
  void theAnswerComesFromTheMountedFileAndChangesWithIt() throws IOException {
    assertThat(otters.run("prompt", "reader", "Who is Ada?").ok().strip())
        .isEqualTo("Ada is a mathematician.");

    Files.writeString(people.resolve("people.txt"), "ada: a countess\n");

    assertThat(otters.run("prompt", "reader", "Who is Ada?").ok().strip())
        .isEqualTo("Ada is a countess.");
  }

  @Test
  void aWriteToAReadOnlyMountFailsInTheKernel() throws IOException {
    String before = Files.readString(people.resolve("people.txt"));

    assertThat(otters.run("prompt", "reader", "Write to it.").ok())
        .contains("The mount is read-only.");
    assertThat(people.resolve("people.txt")).hasContent(before);
  }

  @Test
  void theToolsDigestIsPinnedWithTheAgent() {
    JsonNode tool = otters.inspect("reader").get("tools").get(0);

    assertThat(tool.get("ref").asString()).isEqualTo(registry.address() + "/tools/sh:1");
    assertThat(tool.get("digest").asString()).startsWith("sha256:");
  }

  @Test
  void theAgentIsToldAboutItselfAndNoSecretLiesOnDisk() throws IOException {
    Path root = otters.root("reader");

    assertThat(root.resolve("etc/context/AGENT.md"))
        .content()
        .contains("**sh**", "A shell from a registry.", "GREETING", "Hello", "API_TOKEN")
        .doesNotContain("t0p-s3cret-value");
    assertThat(root.resolve("etc/context/WORKSPACE.md"))
        .content()
        .contains("/workspace", "/home", "/tmp", "/var/lib")
        .doesNotContain("/opt/bin-images", otters.home().toString());
    assertThat(root.resolve("etc/context/MOUNTS.md"))
        .content()
        .contains("/workspace/src", "People", "ro")
        .doesNotContain(people.toString());
    assertThat(root.resolve("etc/context/SOUL.md")).content().contains("You know people.");
    assertThat(root.resolve("etc/Agentfile"))
        .hasSameTextualContentAs(otters.files().resolve("contexts/reader/Agentfile"));
    assertThat(root.resolve("etc/agent.yaml"))
        .content()
        .contains("name: reader", "key: API_TOKEN", "/etc/context/SOUL.md")
        .doesNotContain("t0p-s3cret-value", people.toString(), otters.home().toString());
  }

  @Test
  void workspaceSurvivesAStopAndTmpDoesNot() throws IOException {
    Path root = otters.root("reader");
    Files.writeString(root.resolve("workspace/kept"), "kept");
    Files.writeString(root.resolve("tmp/lost"), "lost");

    otters.run("stop", "reader").ok();
    String refused = otters.run("prompt", "reader", "Who is Ada?").failed(4);
    otters.run("start", "reader").ok();

    assertThat(refused).contains("otters start reader");
    assertThat(root.resolve("workspace/kept")).hasContent("kept");
    assertThat(root.resolve("tmp/lost")).doesNotExist();
    assertThat(otters.run("prompt", "reader", "Who is Ada?").ok()).contains("Ada is");
  }

  @Test
  void theLogTellsWhatTheRuntimeDid() {
    otters.run("prompt", "reader", "Who is Ada?").ok();

    Run logs = otters.run("logs", "reader");

    assertThat(logs.ok() + logs.err())
        .contains("ready", "tool sh")
        .doesNotContain("t0p-s3cret-value");
  }

  @Test
  void aTakenNameIsAConflict() {
    Path context = otters.files().resolve("contexts/reader");

    assertThat(otters.run("run", "--name", "reader", context.toString()).failed(4))
        .contains("reader");
  }

  @Test
  void anUnknownAgentIsNotFoundAndTheNearestNameIsSuggested() {
    assertThat(otters.run("prompt", "raeder", "hello").failed(3)).contains("raeder", "reader");
  }
}
