package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.git.testkit.GitServer;
import dev.otters.git.testkit.TestRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs docs/repos.md, with a server of this test in the place of git.example.com. */
@Tag("bubblewrap")
class DocumentedReposTest {
  private static final String TOKEN = "canary-51c07a9e";

  @TempDir private Path folder;
  @AutoClose private Otters otters;
  @AutoClose private GitServer server;

  @BeforeEach
  void anAgentAndARepository() throws IOException {
    otters = Otters.freshWithBubblewrap();
    otters.shellModel("shell");
    Otters.write(
        otters.files().resolve("guide").resolve("Agentfile"),
        """
        FROM scratch
        NAME guide
        MODEL scripted/shell
        BIN sh otters/tools/sh:latest "A shell."
        """);
    Otters.write(otters.files().resolve("token.txt"), TOKEN + "\n");
    TestRepository repository = new TestRepository(folder.resolve("docs.git"));
    repository.commit(
        "refs/tags/v2", Map.of("README.md", repository.file("Welcome to version 2.\n")));
    repository.commit("refs/heads/main", Map.of("README.md", repository.file("Welcome.\n")));
    server = new GitServer(repository.repository());
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(
            DocumentedCommands.of("docs/repos.md")
                .with("https://git.example.com/team/[a-z]+.git", server.url().toString())
                .run(otters))
        .isEqualTo(17);

    assertThat(otters.files().resolve("README.md")).hasContent("Hello.");
    String pair = "git:" + TOKEN;
    String token = Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    assertThat(server.credentials()).contains("", "Basic " + token);
  }
}
