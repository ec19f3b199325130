package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What an agent can leave in its workspace for the next start, or for its removal. */
abstract class HostileWorkspace {

  /** Makes an empty home with the executor under test. */
  abstract Otters fresh() throws IOException;

  private static final String SCRIPT =
      """
      rules:
        - when: {user: "run (.*)"}
          call: {tool: sh, args: ["-c", "${1}"]}
        - when: {result: {tool: sh, matches: "(?s)(.*)"}}
          say: "${1}"
      """;

  private static Path agent(Otters otters) {
    otters.script("shell", SCRIPT);
    return otters.agentWithShell("wild", "scripted/shell");
  }

  @Test
  void aLinkPlantedAtAMountPointDoesNotMoveTheMount() throws IOException {
    try (Otters otters = fresh()) {
      Path source = Files.createDirectory(otters.files().resolve("source"));
      Otters.write(source.resolve("truth"), "true\n");
      source.toFile().setExecutable(true, false);
      source.toFile().setReadable(true, false);
      otters.run("run", agent(otters).toString(), "-v", source + ":/workspace/a/b:Source:ro").ok();
      Path workspace = otters.root("wild").resolve("workspace");
      assertThat(otters.run("prompt", "wild", "run mv a elsewhere; echo moved=$?").ok())
          .contains("moved=1");
      assertThat(otters.run("prompt", "wild", "run cat /workspace/a/b/truth").ok())
          .contains("true");

      otters.run("stop", "wild").ok();
      Trees.delete(workspace.resolve("a"));
      Files.createSymbolicLink(workspace.resolve("a"), Path.of("/opt"));
      Run refused = otters.run("start", "wild");

      assertThat(refused.code()).as("%s", refused).isEqualTo(33);
      assertThat(refused.err()).contains("/workspace/a", "link");
      assertThat(otters.sandboxes()).isEmpty();

      Files.delete(workspace.resolve("a"));
      otters.run("start", "wild").ok();
      assertThat(otters.run("prompt", "wild", "run cat /workspace/a/b/truth").ok())
          .contains("true");
    }
  }

  @Test
  void aWorkspaceThatResistsIsRemoved() throws IOException {
    try (Otters otters = fresh()) {
      otters.run("run", agent(otters).toString()).ok();
      Run built =
          otters.run(
              "prompt",
              "wild",
              "run p=$(printf 'd/%.0s' $(seq 1000)); for i in 1 2 3 4 5; do mkdir -p n/$p; [ -e"
                  + " deep ] && mv deep n/$p; mv n deep; done; echo $((i * 1000)) levels; mkdir"
                  + " closed closed/inner; echo x > closed/inner/file; chmod 000 closed/inner"
                  + " closed; ln -s / way-out; ln -s /etc/passwd closed-link");
      assertThat(built.ok()).contains("5000 levels");
      Path root = otters.root("wild");
      Files.createDirectories(root.resolve("workspace/mounted-by-root/inner"));

      otters.run("rm", "-f", "wild").ok();

      assertThat(root).doesNotExist();
      assertThat(Path.of("/etc/passwd")).exists();
      otters.assertNoAgentIsLeft();
    }
  }
}
