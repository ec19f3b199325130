package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Which executor an agent gets, and the main job in bubblewrap. */
@Tag("bubblewrap")
class ExecutorChoiceTest {
  @AutoClose private Otters otters;

  @BeforeEach
  void open() throws IOException {
    otters = Otters.freshWithBubblewrap();
  }

  private String reader() {
    People.model(otters);
    return otters
        .agentfile(
            "reader",
            """
            FROM scratch
            NAME reader
            MODEL scripted/people
            ENV API_TOKEN="t0p-s3cret-value" "Must not be seen"
            BIN sh otters/tools/sh:latest "A shell."
            """)
        .toString();
  }

  @Test
  void theMainJobIsDoneWithoutAnEngine() throws IOException {
    Path people = People.folder(otters);
    String printed =
        otters.run("run", reader(), "-v", people + ":/workspace/src:People we know:ro").ok();
    assertThat(printed).contains("runs in system (chosen by OTTERS_EXECUTOR)");
    JsonNode first = otters.inspect("reader");
    assertThat(first.get("executor").asString()).isEqualTo("system");

    assertThat(otters.run("prompt", "reader", "Who is Ada?").ok().strip())
        .isEqualTo("Ada is a mathematician.");
    Files.writeString(people.resolve("people.txt"), "ada: a countess\n");
    assertThat(otters.run("prompt", "reader", "Who is Ada?").ok().strip())
        .isEqualTo("Ada is a countess.");
    assertThat(otters.run("prompt", "reader", "Write to it.").ok())
        .contains("The mount is read-only.");
    assertThat(people.resolve("people.txt")).hasContent("ada: a countess\n");

    Path root = otters.root("reader");
    assertThat(root.resolve("etc/context/WORKSPACE.md"))
        .content()
        .contains("/workspace", "/home", "/tmp", "/var/lib")
        .doesNotContain(otters.home().toString());
    assertThat(root.resolve("etc/context/AGENT.md")).content().doesNotContain("t0p-s3cret-value");
    Files.writeString(root.resolve("workspace/kept"), "kept");
    Files.writeString(root.resolve("tmp/lost"), "lost");
    otters.run("stop", "reader").ok();
    assertThat(otters.run("rm", "-f", "reader", "--keep-workspace").ok()).contains("reader");
    assertThat(root).doesNotExist();
    assertThat(otters.sandboxes()).isEmpty();
  }

  @Test
  void anAgentStaysWhereItIsWhenTheDefaultChanges() throws IOException {
    otters.run("run", reader(), "-v", People.folder(otters) + ":/workspace/src:People:ro").ok();
    otters.killDaemon();
    otters.with("OTTERS_EXECUTOR", "docker").with("DOCKER_HOST", "unix:///nonexistent/d.sock");

    assertThat(otters.run("prompt", "reader", "Who is Ada?").ok()).contains("Ada is");
    otters.run("stop", "reader").ok();
    otters.run("start", "reader").ok();
    assertThat(otters.json("ps").get(0).get("executor").asString()).isEqualTo("system");
    assertThat(otters.sandboxes()).hasSize(1);
    assertThat(otters.run("run", "--name", "second", reader()).failed(30))
        .contains("unix:///nonexistent/d.sock");
  }

  @Test
  void whoNamesAnEngineThatIsDeadIsToldSoAndNothingElseIsTried() {
    otters.without("OTTERS_EXECUTOR").with("DOCKER_HOST", "unix:///nonexistent/d.sock");

    String error = otters.run("run", reader()).failed(30);

    assertThat(error)
        .contains(
            "DOCKER_HOST unix:///nonexistent/d.sock: does not exist",
            "DOCKER_HOST names an engine, so nothing else is tried",
            "--executor system");
    JsonNode info = otters.json("info");
    assertThat(info.has("executor")).isFalse();
    assertThat(info.at("/executors/1/executor/kind").asString()).isEqualTo("system");
    assertThat(otters.run("run", "--executor", "system", reader()).ok())
        .contains("runs in system (the operator named it)");
  }

  @Test
  void withoutAnEngineBubblewrapIsTakenAndWithNeitherTheErrorSaysHowToGetEither() {
    assumeThat(Path.of("/var/run/docker.sock")).doesNotExist();
    assumeThat(Path.of("/run/podman/podman.sock")).doesNotExist();
    otters.without("OTTERS_EXECUTOR");

    assertThat(otters.run("run", reader()).ok())
        .contains("runs in system (no usable container engine was found)");
    otters.run("rm", "-f", "reader").ok();
    otters.killDaemon();
    otters.with("OTTERS_BWRAP", "/nonexistent/bwrap");

    String error = otters.run("run", reader()).failed(30);
    assertThat(error)
        .contains(
            "nothing here can run a sandbox",
            "/var/run/docker.sock: does not exist",
            "no bubblewrap:",
            "Start Docker",
            "Or: ");
  }

  @Test
  void anExecutorThatDoesNotExistStopsTheDaemonWithItsPlace() {
    otters.with("OTTERS_EXECUTOR", "podman");

    String error = otters.startDaemon().await().failed(2);
    assertThat(error).contains("OTTERS_EXECUTOR is 'podman'", "Use docker or system");
    assertThat(otters.run("ps").err()).contains("OTTERS_EXECUTOR is 'podman'");

    otters.with("OTTERS_EXECUTOR", "system");
    otters.run("ps").ok();
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() throws IOException {
    otters.copyAgentfiles();

    int count = DocumentedCommands.of("docs/executors.md").run(otters);

    assertThat(count).isGreaterThan(12);
  }
}
