package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.session.JsonLines;
import dev.otters.home.time.SmallDisk;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Mirrors that cannot be written, and files in their place. */
class MirrorFaultsTest extends MirrorBench {
  private final CountDownLatch stuck = new CountDownLatch(1);
  private final CountDownLatch free = new CountDownLatch(1);

  /** Lets the thread of the mirrors hang, as on a disk that does not answer. */
  private UnaryOperator<String> hang() {
    if (Thread.currentThread().getName().equals("session-mirror")) {
      stuck.countDown();
      try {
        free.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return UnaryOperator.identity();
  }

  @Test
  void aMirrorThatHangsDelaysNoTurn() throws Exception {
    settle();
    kit.sessions.traces().redact(agent -> hang());
    kit.say("hello");
    stuck.await();

    kit.answer(kit.lease(), "done");
    for (int i = 0; i < 30; i++) {
      turn("message " + i, "answer");
    }

    assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
    assertThat(file()).doesNotExist();
    free.countDown();
    settle();
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }

  @Test
  void aDaemonThatDiesBetweenCommitAndMirrorLosesNoRow() throws Exception {
    turn("one", "1");
    settle();
    String before = Files.readString(file());
    kit.sessions.traces().redact(agent -> hang());
    turn("two", "2");
    stuck.await();

    kit.restart(Set.of());
    assertThat(Files.readString(file())).isEqualTo(before);
    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
    settle();

    assertThat(Files.readString(file())).startsWith(before).isEqualTo(fresh());
    free.countDown();
  }

  @Test
  void moreSessionsThanTheBacklogHoldsAreAllMirrored() throws Exception {
    settle();
    kit.sessions.traces().redact(agent -> hang());
    kit.say("hello");
    stuck.await();
    int many = 1100;
    kit.database.update(
        tx -> {
          for (int i = 0; i < many; i++) {
            tx.execute(
                "INSERT INTO sessions(agent, id, status, created_at, updated_at, title)"
                    + " VALUES(?, ?, 'IDLE', 0, 0, '')",
                kit.agent,
                "s" + i);
          }
        });
    for (int i = 0; i < many; i++) {
      kit.say(new SessionId("s" + i), "hello");
    }

    free.countDown();
    settleOne();

    try (var files = Files.list(file().getParent())) {
      assertThat(files.count()).isEqualTo(many + 1);
    }
  }

  private void settleOne() throws InterruptedException {
    var unused =
        kit.sessions
            .check()
            .check(Optional.of(kit.agent), Optional.of(kit.session), false, checked -> {});
  }

  @Test
  void aFullDiskDelaysRowsAndHarmsNoTurn() throws IOException {
    Optional<SmallDisk> disk = SmallDisk.mount(folder.resolve("disk"), 1);
    assumeTrue(disk.isPresent(), "only root can mount");
    try (SmallDisk small = disk.orElseThrow()) {
      Path mirrors = small.folder().resolve("sessions");
      Path filler = small.folder().resolve("filler");
      kit.sessions.mirror(mirrors, RELEASE, ANY_SPACE);
      turn("one", "1");
      settle();
      SmallDisk.fill(filler);

      for (int turn = 0; turn < 4; turn++) {
        turn("message " + turn, "x".repeat(3000));
        settle();
      }
      assertThat(kit.view().status()).isEqualTo(SessionStatus.IDLE);
      Path mirror = mirrors.resolve(kit.agent.toString()).resolve(file().getFileName());
      assertThat(Files.readString(mirror)).doesNotContain("message 3");

      Files.delete(filler);
      kit.say(new SessionId("other"), "any event is a reason to try again");
      settle();
      assertThat(Files.readString(mirror)).isEqualTo(fresh());
    }
  }

  @Test
  void mirrorsLeaveTheDiskTheSpaceThatItsAgentsNeed() throws IOException {
    AtomicLong left = new AtomicLong(1);
    kit.sessions.mirror(root(), RELEASE, space(left));
    turn("one", "1");
    settle();
    String before = Files.readString(file());
    left.set(0);

    turn("two", "2");
    assertThat(fsck(true).findings()).isNotEmpty();
    assertThat(Files.readString(file())).isEqualTo(before);

    left.set(1);
    kit.say(new SessionId("other"), "any event is a reason to try again");
    settle();
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }

  @Test
  void theStartRemovesNoFileThatIsNotAMirror() throws IOException {
    settle();
    Files.createDirectories(file().getParent());
    Path notes = Files.writeString(file().resolveSibling("notes.jsonl"), "{\"mine\":1}\n");
    Path empty = Files.createFile(file().resolveSibling("empty.jsonl"));
    String export = JsonLines.header("x", Instant.EPOCH, RELEASE).replace("}", ",\"agent\":\"a\"}");
    Path exported = Files.writeString(file().resolveSibling("x.jsonl"), export + "\n");

    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
    settle();

    assertThat(notes).hasContent("{\"mine\":1}");
    assertThat(empty).exists();
    assertThat(exported).exists();
  }

  @Test
  void aFolderThatCannotBeTidiedDoesNotLetEachEventReadAllMirrors() throws IOException {
    turn("one", "1");
    settle();
    Optional<SmallDisk> busy = SmallDisk.mount(root().resolve("busy"), 1);
    assumeTrue(busy.isPresent(), "only root can mount");
    try (SmallDisk _ = busy.orElseThrow()) {
      kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
      settle();
      Files.delete(file());

      kit.say(new SessionId("other"), "hello");

      assertThat(fsck(false).findings()).extracting("session").containsExactly(kit.session.value());
    }
  }

  @Test
  void aLinkIsReplacedAndItsTargetStays() throws IOException {
    Path target = Files.writeString(folder.resolve("target"), "mine\n");
    settle();
    Files.createDirectories(file().getParent());
    Files.createSymbolicLink(file(), target);

    turn("one", "1");
    settle();

    assertThat(target).hasContent("mine\n");
    assertThat(file()).isRegularFile();
    assertThat(Files.isSymbolicLink(file())).isFalse();
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }

  @Test
  void aLinkInThePlaceOfAFolderIsNotFollowed() throws IOException {
    settle();
    Path target = Files.createDirectory(folder.resolve("target"));
    Files.createDirectories(root());
    Files.createSymbolicLink(root().resolve(kit.agent.toString()), target);

    turn("one", "1");
    assertThat(fsck(true).findings())
        .singleElement()
        .satisfies(finding -> assertThat(finding.remedy()).contains("folder writable"));
    kit.sessions.removal().remove(kit.agent, kit.session, false);
    settle();

    assertThat(target).isEmptyDirectory();
  }

  @Test
  void aFolderInThePlaceOfAFileStays() throws IOException {
    settle();
    Path inner = file().resolve("notes.txt");
    Files.createDirectories(file());
    Files.writeString(inner, "mine");

    turn("one", "1");
    kit.say(new SessionId("other"), "hello");
    assertThat(fsck(true).findings()).extracting("session").containsExactly(kit.session.value());

    assertThat(inner).hasContent("mine");
    assertThat(file(new SessionId("other"))).exists();
  }
}
