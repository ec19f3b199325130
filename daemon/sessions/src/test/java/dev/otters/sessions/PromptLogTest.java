package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.home.time.SmallDisk;
import dev.otters.protocol.Outcome;
import dev.otters.sessions.log.SessionStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PromptLogTest {
  @TempDir Path folder;

  private Path file() {
    return folder.resolve("prompt_log.jsonl");
  }

  private SessionKit kit(long most) {
    SessionKit kit = new SessionKit(folder);
    // The daemon reads the secrets of an agent from the database.
    kit.sessions
        .traces()
        .redact(agent -> kit.database.read(_ -> text -> text.replace("s3cret", "(secret)")));
    kit.sessions.traces().log(file(), most);
    return kit;
  }

  private static void turn(SessionKit kit, String message, String answer) {
    kit.say(message);
    kit.answer(kit.lease(), answer);
  }

  @Test
  void eachFinishedTurnIsOneLineThatOnlyTheUserReads() throws IOException {
    try (SessionKit kit = kit(1 << 20)) {
      turn(kit, "the s3cret", "one\ntwo");
      kit.say("again");
      kit.fail(kit.lease(), Outcome.ErrorKind.PERMANENT);
    }

    List<String> lines = Files.readAllLines(file());
    assertThat(lines).hasSize(2);
    assertThat(lines.getFirst())
        .contains("\"outcome\":\"answered\"", "\"prompt\":\"the (secret)\"")
        .contains("\"answer\":\"one\\ntwo\"", "\"model\":\"scripted/guide\"");
    assertThat(lines.getLast()).contains("\"outcome\":\"failed\"", "\"prompt\":\"again\"");
    assertThat(Files.getPosixFilePermissions(file()))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void theTextsAreAsThePolicySays() throws IOException {
    try (SessionKit kit = kit(1 << 20)) {
      kit.directory.options = Map.of("trace", "sizes");
      turn(kit, "hidden", "answer");
      kit.directory.options = Map.of("trace", "off");
      turn(kit, "hidden", "answer");
    }

    assertThat(Files.readAllLines(file())).hasSize(1);
    assertThat(Files.readString(file())).doesNotContain("hidden").doesNotContain("\"answer\"");
  }

  @Test
  void aFullFileBecomesThePreviousOne() throws IOException {
    try (SessionKit kit = kit(2000)) {
      for (int turn = 0; turn < 20; turn++) {
        turn(kit, "message " + turn, "x".repeat(200));
      }
    }

    Path before = folder.resolve("prompt_log.jsonl.1");
    assertThat(Files.size(file())).isBetween(1L, 2000L);
    assertThat(Files.size(before)).isBetween(1L, 2000L);
    assertThat(Files.readString(file())).contains("message 19");
  }

  @Test
  void aLinkIsWrittenThroughAndNeverReplaced() throws IOException {
    Path target = Files.createFile(folder.resolve("stderr.log"));
    Files.createSymbolicLink(file(), target);
    try (SessionKit kit = kit(1000)) {
      for (int turn = 0; turn < 5; turn++) {
        turn(kit, "message " + turn, "x".repeat(400));
      }
    }

    assertThat(file()).isSymbolicLink();
    assertThat(Files.readAllLines(target)).hasSize(5);
    assertThat(folder.resolve("prompt_log.jsonl.1")).doesNotExist();
  }

  @Test
  void aFolderIsNotMovedAway() throws IOException {
    Files.createDirectory(file());
    try (SessionKit kit = kit(100)) {
      turn(kit, "hello", "done");
    }

    assertThat(file()).isDirectory();
  }

  @Test
  void aTornLineIsCutBeforeTheNextOne() throws IOException {
    Files.writeString(file(), "{\"turn\":\"1\"}\n{\"turn\":\"2\",\"prom");
    try (SessionKit kit = kit(1 << 20)) {
      turn(kit, "hello", "done");
    }

    assertThat(Files.readAllLines(file()))
        .hasSize(2)
        .startsWith("{\"turn\":\"1\"}")
        .allMatch(line -> line.endsWith("}"));
  }

  @Test
  void aLineThatIsTornLaterIsCutToo() throws IOException {
    Files.createDirectory(file());
    try (SessionKit kit = kit(1 << 20)) {
      AtomicInteger lines = new AtomicInteger();
      kit.sessions.traces().redact(_ -> tornAt(2, lines));
      turn(kit, "fails", "done");
      turn(kit, "hello", "done");
    }

    assertThat(Files.readAllLines(file()))
        .singleElement()
        .asString()
        .startsWith("{\"at\":")
        .contains("\"hello\"");
  }

  /** Leaves half a line in the place of the folder before the thread of the log writes a line. */
  private UnaryOperator<String> tornAt(int line, AtomicInteger lines) {
    boolean writes = Thread.currentThread().getName().equals("prompt-log");
    if (writes && lines.incrementAndGet() == line) {
      try {
        Files.delete(file());
        Files.writeString(file(), "{\"prom");
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return UnaryOperator.identity();
  }

  @Test
  void aFullDiskHarmsNoTurn() throws IOException {
    Optional<SmallDisk> disk = SmallDisk.mount(folder.resolve("disk"), 1);
    assumeTrue(disk.isPresent(), "only root can mount");
    try (SmallDisk small = disk.orElseThrow();
        SessionKit kit = new SessionKit(folder)) {
      kit.sessions.traces().log(small.folder().resolve("prompt_log.jsonl"), 1 << 20);
      SmallDisk.fill(small.folder().resolve("filler"));

      turn(kit, "hello", "done");

      assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
    }
  }
}
