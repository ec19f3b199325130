package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.session.EventType;
import dev.otters.api.session.FileContent;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionEvent;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Files of messages, from the command line to transcript and export. */
class PromptFilesTest extends CommandTest {
  private static final Instant THEN = Instant.parse("2026-01-31T12:00:00Z");
  private static final String HASH = "ab".repeat(32);

  private TurnScript turn;

  @BeforeEach
  void start() {
    turn = new TurnScript(daemon);
  }

  private Path file(String name, byte... content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private Bench.Run prompt(Path... files) {
    String[] words = new String[5 + 2 * files.length];
    System.arraycopy(new String[] {"prompt", "-s", "s", "bob", "what?"}, 0, words, 0, 5);
    for (int i = 0; i < files.length; i++) {
      words[5 + 2 * i] = "--file";
      words[6 + 2 * i] = files[i].toString();
    }
    return bench.run(words);
  }

  @Test
  void filesAreSentWithTheMessageUnderTheirNames() throws IOException {
    turn.answerInOneGo();
    Bench.Run run = prompt(file("a.png", (byte) 0x89, (byte) 0), file("b c.txt", (byte) 'x'));

    assertThat(run.err()).isEmpty();
    assertThat(run.out()).isEqualTo("It is Otters.\n");
    MessageRequest sent = Json.read(turn.sent().findFirst().orElseThrow(), MessageRequest.class);
    assertThat(sent.files())
        .containsExactly(
            new FileContent("a.png", new byte[] {(byte) 0x89, 0}),
            new FileContent("b c.txt", new byte[] {'x'}));
  }

  @Test
  void aFileThatCannotBeSentIsRefusedBeforeAnythingIsSent() throws IOException {
    assertThat(prompt(folder.resolve("none")).err())
        .startsWith("otters: no file " + folder.resolve("none"));
    assertThat(prompt(folder).err())
        .startsWith("otters: " + folder + " is a folder")
        .contains("Mount it with -v");
    assertThat(prompt(Path.of("/dev/null")).err())
        .startsWith("otters: /dev/null is not a regular file");
    Path large = folder.resolve("large");
    try (RandomAccessFile hole = new RandomAccessFile(large.toFile(), "rw")) {
      hole.setLength(FileContent.MOST_BYTES + 1);
    }
    assertThat(prompt(large).err()).startsWith("otters: " + large + " is larger than 20 MiB");
    try (RandomAccessFile hole = new RandomAccessFile(large.toFile(), "rw")) {
      hole.setLength(FileContent.MOST_BYTES);
    }
    assertThat(prompt(large, file("one", (byte) 1)).err())
        .contains("one is larger than 20 MiB, with the files before it");
    assertThat(prompt(Collections.nCopies(21, large).toArray(Path[]::new)).err())
        .startsWith("otters: a message has at most 20 files");
    assertThat(prompt(large, folder).exit()).isEqualTo(2);
    assertThat(daemon.requests()).isEmpty();
  }

  private void hasASession() {
    daemon.answer(
        "GET /v1/agents/bob/sessions/s",
        new SessionSummary("s", "bob", "idle", null, 1, 1, 0, 0, THEN, THEN, null, "Look."));
    Map<String, Object> file =
        Map.of("name", "a\u001b.png", "type", "image/png", "size", 12_345, "sha256", HASH);
    daemon.on(
        "GET " + TurnScript.EVENTS,
        (request, reply) -> {
          reply.stream();
          Map<String, Object> body = Map.of("text", "Look.", "files", List.of(file));
          TurnScript.send(
              reply, new SessionEvent(1, "e1", EventType.USER_MESSAGE, null, "t", THEN, body));
          reply.end();
        });
    daemon.on(
        "GET /v1/agents/bob/sessions/s/files/" + HASH,
        (request, reply) -> reply.json(200, "bytes"));
  }

  @Test
  void aTranscriptNamesTheFiles() {
    hasASession();
    assertThat(bench.run("session", "transcript", "bob", "s").out())
        .isEqualTo("user: Look.\n[file a·.png, image/png, 13 kB]\n");
  }

  @Test
  void anExportHasTheFilesBeforeTheirMessage() {
    hasASession();
    String about =
        "\"type\":\"file\",\"name\":\"a\\u001B.png\",\"media_type\":\"image/png\",\"size\":12345,"
            + "\"sha256\":\"HASH\"".replace("HASH", HASH);
    assertThat(bench.run("session", "export", "bob", "s").out().lines().skip(1))
        .containsExactly(
            "{\"id\":\"e1.HASH\",\"parent_id\":null,\"timestamp\":\"2026-01-31T12:00:00Z\",\"seq\":1,"
                    .replace("HASH", HASH)
                + about
                + ",\"data\":\"Ynl0ZXM=\"}",
            "{\"id\":\"e1\",\"parent_id\":\"e1.HASH\",\"timestamp\":\"2026-01-31T12:00:00Z\",\"seq\":1,"
                    .replace("HASH", HASH)
                + "\"type\":\"message\",\"role\":\"user\",\"content\":\"Look.\","
                + "\"metadata\":{\"kind\":\"chat\",\"turn_id\":\"t\"},\"files\":[{"
                + about
                + "}]}");
  }
}
