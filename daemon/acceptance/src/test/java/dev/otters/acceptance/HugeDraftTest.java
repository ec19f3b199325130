package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Files of 1 GiB, and files that are no text, where durable files are expected. */
@Tag("bubblewrap")
class HugeDraftTest {
  private static final String REFUSAL = " has more than 1048576 bytes";

  @AutoClose private Otters otters;

  @BeforeEach
  void anAgentWithADraft() throws IOException {
    otters = Otters.freshWithBubblewrap();
    Editor.prepare(otters);
    otters.run("run", "./editor").ok();
    otters.run("prompt", "-s", "draft", "editor", "Hello").ok();
    otters.run("resources", "stage", "editor", "draft", "SOUL.md").ok();
  }

  private void sh(String command) {
    otters.run("exec", "editor", "sh", "-c", command).ok();
  }

  private static String error(String what) {
    return "otters: " + what + "\n  Correct the request.\n";
  }

  @Test
  void aDraftOfOneGibIsOneErrorAndNothingIsWritten() {
    JsonNode versions = otters.json("resources", "versions", "editor", "SOUL.md");
    sh("truncate -s 1G /workspace/sessions/draft/drafts/SOUL.md");

    String refused = error("the draft SOUL.md" + REFUSAL);
    assertThat(otters.run("resources", "compare", "editor", "draft", "SOUL.md").failed(2))
        .isEqualTo(refused);
    assertThat(otters.run("resources", "promote", "editor", "draft", "SOUL.md", "--yes").failed(2))
        .isEqualTo(refused);
    assertThat(otters.run("prompt", "-s", "draft", "editor", "Be stern.").out())
        .contains("I could not: ", "the draft SOUL.md" + REFUSAL);

    assertThat(otters.json("approvals").size()).isZero();
    assertThat(Editor.soul(otters)).isEqualTo("You are kind.");
    assertThat(otters.json("resources", "versions", "editor", "SOUL.md")).isEqualTo(versions);
  }

  @Test
  void aFileOfOneGibIsRefusedAndTheDaemonGoesOn() throws IOException {
    Path huge = otters.files().resolve("huge");
    try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
      file.setLength(1L << 30);
    }
    String[] write = {"resources", "write", "editor", "huge.md", huge.toString(), "--absent"};

    assertThat(otters.run(write).failed(2)).isEqualTo(error("the file" + REFUSAL));
    assertThat(otters.run("resources", "ls", "editor").ok()).doesNotContain("huge.md");

    byte[] bytes = {0, (byte) 0xff, '\r', '\n', (byte) 0xc3};
    Files.write(huge, bytes);
    otters.run(write).ok();
    String copy = otters.files().resolve("copy").toString();
    otters.run("resources", "read", "editor", "huge.md", "-o", copy).ok();
    assertThat(Path.of(copy)).hasBinaryContent(bytes);
  }
}
