package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Runs the commands of docs/sessions.md that watch sessions. */
@Tag("bubblewrap")
class DocumentedSessionsTest {
  @Test
  @Timeout(300)
  void everyCommandOfThePageDoesWhatThePageSays() throws IOException {
    try (Otters otters = Otters.freshWithBubblewrap()) {
      otters.script(
          "guide",
          """
          rules:
            - when: {user: "Count"}
              say: "%s"
              delay: 1s
            - say: "Yes."
          """
              .formatted("one more ".repeat(120)));
      Path guide = otters.files().resolve("guide");
      Files.move(otters.agentWithShell("guide", "scripted/guide"), guide);
      otters.run("run", guide.toString()).ok();

      int count =
          DocumentedCommands.of("docs/sessions.md", "## Watching sessions", "## Failures")
              .run(otters);

      assertThat(count).isEqualTo(18);
      assertThat(
              DocumentedCommands.of("docs/sessions.md", "### Sandboxes", "### Expiry").run(otters))
          .isEqualTo(10);
      assertThat(DocumentedCommands.of("docs/sessions.md", "### Expiry", "## Export").run(otters))
          .isEqualTo(3);
      assertThat(otters.shell("cat changes.txt").out()).contains("abandoned");
    }
  }
}
