package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/schemas.md. */
@Tag("docker")
class DocumentedSchemasTest {
  private Otters otters;

  @BeforeEach
  void open() throws IOException {
    otters = Otters.fresh();
    otters.with("AGENT", otters.agentWithShell("counter", "scripted/counter").toString());
    Path scripts = Files.createDirectories(otters.home().resolve("scripts"));
    Files.writeString(
        scripts.resolve("counter.yaml"),
        """
        rules:
          - when: {user: "does not match the JSON Schema"}
            say: '{"files": 3}'
          - when: {result: {tool: sh, matches: "(?m)^(\\\\d+)$"}}
            say: '{"files": "${1}"}'
          - call: {tool: sh, args: ["-c", "echo 3"]}
        """);
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    int count = DocumentedCommands.of("docs/schemas.md").run(otters);

    assertThat(count).isGreaterThan(10);
  }
}
