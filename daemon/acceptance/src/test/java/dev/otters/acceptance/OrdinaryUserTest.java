package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;

/** A daemon that is not root, on an engine that is. */
@Tag("docker")
class OrdinaryUserTest {

  private static final int USER = 64_123;

  @Test
  void anAgentOfAnOrdinaryUserRunsAsThatUserAndItsFilesAreHis() throws IOException {
    assumeTrue(
        Files.getAttribute(Path.of("/proc/self"), "unix:uid").equals(0),
        "only root can start a daemon as somebody else");
    Path engine = Path.of(System.getenv("DOCKER_HOST").substring("unix://".length()));
    try (Otters otters = Otters.freshFor(USER);
        SocketRelay relay = SocketRelay.open(otters.files().resolve("engine.sock"), engine)) {
      assertThat(relay).isNotNull();
      otters.with("DOCKER_HOST", "unix://" + otters.files().resolve("engine.sock"));
      Path source = Files.createDirectory(otters.files().resolve("source"));
      Otters.write(source.resolve("README.md"), "# Home\nMine.\n");
      Files.setAttribute(source, "unix:uid", USER);
      Path context = otters.agentWithShell("mine", "scripted/guide");

      otters.run("run", context.toString(), "-v", source + ":/workspace/src").ok();

      assertThat(otters.run("prompt", "mine", "What is this project?").ok()).contains("Home");
      otters.run("prompt", "mine", "Write a file.").ok();
      assertThat(Files.getAttribute(source.resolve("otters-was-here"), "unix:uid")).isEqualTo(USER);
      String id = otters.containers().getFirst().getId();
      assertThat(
              DockerClientFactory.instance()
                  .client()
                  .inspectContainerCmd(id)
                  .exec()
                  .getConfig()
                  .getUser())
          .isEqualTo(USER + ":" + USER);
      for (String folder : List.of("workspace", "home", "etc")) {
        assertThat(Files.getAttribute(otters.root("mine").resolve(folder), "unix:uid"))
            .isEqualTo(USER);
      }
      otters.run("rm", "-f", "mine").ok();
      otters.assertNoAgentIsLeft();
    }
  }
}
