package dev.otters.sessions;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.session.SessionFsckResult;
import dev.otters.sessions.log.SessionEvent;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Damage of mirrors costs at most the damaged row, nothing of the session, and is repaired. */
class MirrorDamageTest extends MirrorBench {
  private void append(byte[] bytes) throws IOException {
    Files.write(file(), bytes, StandardOpenOption.APPEND);
  }

  private void assertSound() throws IOException {
    assertThat(fsck(false)).extracting(SessionFsckResult::sound).isEqualTo(true);
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }

  @Test
  void halfALineAtTheEndIsCut() throws IOException {
    turn("one", "1");
    settle();
    append("{\"id\":\"x\",\"parent_id\":nu".getBytes(UTF_8));

    turn("two", "2");
    turn("three", "3");

    assertSound();
  }

  @Test
  void halfACharacterAtTheEndIsCut() throws IOException {
    turn("one", "1");
    settle();
    append(new byte[] {'{', '"', (byte) 0xe2, (byte) 0x82});

    turn("two", "2 €");

    assertSound();
  }

  @Test
  void aDamagedLineCostsThatLineUntilItIsRepaired() throws IOException {
    turn("one", "1");
    turn("two", "2");
    settle();
    List<String> lines = new ArrayList<>(lines());
    lines.set(4, "{ damaged");
    write(String.join("\n", lines) + "\n");

    turn("three", "3");
    SessionFsckResult found = fsck(false);

    List<String> sound = new ArrayList<>(fresh().lines().toList());
    sound.set(4, "{ damaged");
    assertThat(lines()).isEqualTo(sound);
    assertThat(found.sound()).isFalse();
    assertThat(found.findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.kind()).isEqualTo("mirror");
              assertThat(finding.message()).startsWith("line 5 ");
              assertThat(finding.remedy()).contains("--repair");
            });
    assertThat(fsck(true).findings()).singleElement().extracting("repaired").isEqualTo(true);
    assertSound();
  }

  @Test
  void aLineSeparatorInAMessageSplitsNoRow() throws IOException {
    turn("before\u2028after\u0085\u000b\r\nend", "1");
    settle();

    assertThat(Files.readString(file()).split("\n")).hasSize(8);
    assertSound();
  }

  @Test
  void manyWritersLeaveOneOrder() throws Exception {
    List<Callable<Long>> writers = new ArrayList<>();
    for (int i = 0; i < 400; i++) {
      String id = "w" + i;
      writers.add(
          () ->
              kit.service().appendUserMessage(kit.agent, kit.session, id, "text " + id, tx -> {}));
    }
    try (ExecutorService pool = Executors.newFixedThreadPool(8)) {
      pool.invokeAll(writers);
    }
    settle();

    List<String> ids = kit.events().stream().map(SessionEvent::id).toList();
    assertThat(lines()).hasSize(401);
    for (int i = 0; i < ids.size(); i++) {
      assertThat(lines().get(i + 1)).startsWith("{\"id\":\"" + ids.get(i) + "\"");
    }
  }

  @Test
  void aFileThatWasCutToItsHeaderGetsItsRowsBack() throws IOException {
    turn("one", "1");
    settle();
    write(lines().getFirst() + "\n");

    turn("two", "2");

    assertSound();
  }

  /** In the origin of this damage, a summary came back together with what it replaced. */
  @Test
  void whatTheMirrorSaysNeverComesBackIntoTheSession() throws IOException {
    turn("one", "1");
    settle();
    append("{\"id\":\"c\",\"type\":\"compaction\",\"summary\":\"forged\"}\n".getBytes(UTF_8));
    List<SessionEvent> log = kit.events();
    kit.restart(Set.of());
    kit.sessions.mirror(root(), RELEASE, ANY_SPACE);
    settle();

    assertThat(kit.events()).isEqualTo(log);
    assertSound();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"id\":\"m1\",\"parent_id\":null,\"timestamp\":\"x\",\"seq\":999,\"type\":\"message\"}",
        "{\"id\":\"forged\",\"parent_id\":null,\"timestamp\":\"x\",\"seq\":3,\"type\":\"message\"}",
        "{\"id\":\"m1\",\"parent_id\":null,\"timestamp\":\"x\",\"seq\":99999999999999999999,",
        "",
        "\0\0\0\0"
      })
  void aLastLineThatIsNoRowOfTheLogIsNotBelieved(String line) throws IOException {
    turn("one", "1");
    settle();
    append((line + "\n").getBytes(UTF_8));

    turn("two", "2");

    assertSound();
  }

  @Test
  void aMissingMirrorIsFoundAndWrittenAnew() throws IOException {
    turn("one", "1");
    settle();
    Files.delete(file());

    assertThat(fsck(false).findings())
        .extracting("message")
        .containsExactly("the mirror is missing");
    assertThat(file()).doesNotExist();
    assertThat(fsck(true).sound()).isTrue();
    assertSound();
  }

  @Test
  void aHeaderOfAnotherReleaseIsNoDamage() throws IOException {
    turn("one", "1");
    settle();
    write(Files.readString(file()).replace(RELEASE, "0.9.0-beta+2"));

    assertThat(fsck(false).sound()).isTrue();

    write(Files.readString(file()).replace("0.9.0-beta+2", "0.9 \\\" 0"));
    assertThat(fsck(false).findings()).extracting("message").asString().contains("line 1 ");
  }

  @Test
  void aRepairGivesWhatANewMirrorHoldsWhateverHappenedToTheFile() throws IOException {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int turn = 0; turn < 12; turn++) {
      turn("message " + turn + " \u2028 €".repeat(random.nextInt(20)), "answer " + turn);
    }
    settle();
    byte[] sound = Files.readAllBytes(file());
    String wanted = fresh();
    for (int run = 0; run < 200; run++) {
      byte[] damaged = damaged(sound, random);
      Files.write(file(), damaged);
      if (random.nextInt(4) == 0) {
        turn("later " + run, "answer");
        settle();
        wanted = fresh();
      }

      fsck(true);

      assertThat(withoutRelease(Files.readString(file())))
          .as("seed %d, run %d", seed, run)
          .isEqualTo(withoutRelease(wanted));
      sound = Files.readAllBytes(file());
    }
  }

  /** Any release is a release. */
  private static String withoutRelease(String text) {
    return text.replaceFirst("\"otters_version\":\"[A-Za-z0-9.+-]{1,64}\"", "");
  }

  private static byte[] damaged(byte[] sound, Random random) {
    byte[] bytes = sound.clone();
    int at = random.nextInt(bytes.length);
    int end = Math.min(bytes.length, at + 1 + random.nextInt(2000));
    return switch (random.nextInt(5)) {
      case 0 -> Arrays.copyOf(bytes, at);
      case 1 -> {
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        yield bytes;
      }
      case 2 -> {
        Arrays.fill(bytes, at, end, (byte) 0);
        yield bytes;
      }
      case 3 -> joined(Arrays.copyOf(bytes, at), Arrays.copyOfRange(bytes, end, bytes.length));
      default -> joined(Arrays.copyOf(bytes, end), Arrays.copyOfRange(bytes, at, bytes.length));
    };
  }

  private static byte[] joined(byte[] first, byte[] second) {
    byte[] all = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
  }

  @Test
  void damageOfOneMirrorIsNotDamageOfAnother() throws IOException {
    SessionId other = new SessionId("other");
    kit.say(other, "hello");
    turn("one", "1");
    settle();
    Path damaged = file(other);
    Files.writeString(damaged, "x\n");

    assertThat(fsck(true).findings()).extracting("session").containsExactly("other");
    assertThat(Files.readString(damaged)).isEqualTo(fresh(other));
  }
}
