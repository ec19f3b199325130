package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs docs/resources.md. */
@Tag("bubblewrap")
class DocumentedResourcesTest {
  @AutoClose private Otters otters;

  @BeforeEach
  void anAgentWithDurableFiles() throws IOException {
    otters = Otters.freshWithBubblewrap();
    Editor.prepare(otters);
  }

  @Test
  void everyCommandOfThePageDoesWhatThePageSays() {
    assertThat(DocumentedCommands.of("docs/resources.md").run(otters)).isEqualTo(27);
  }

  @Test
  void aFileOfAnOldHomeInThePlaceOfTheDurableFilesIsMovedAside() throws IOException {
    otters.run("run", "./editor").ok();
    otters.run("stop", "editor").ok();
    Path place = otters.root("editor").resolve("workspace/agent");
    Files.deleteIfExists(place);
    Files.writeString(place, "my notes\n");

    assertThat(otters.run("start", "editor").ok().concat(otters.run("ps").ok())).contains("ready");

    assertThat(Editor.soul(otters)).isEqualTo("You are kind.");
    assertThat(otters.run("exec", "editor", "sh", "-c", "cat /workspace/agent.moved").ok())
        .isEqualTo("my notes\n");
  }
}
