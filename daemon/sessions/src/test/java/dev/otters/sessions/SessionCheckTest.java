package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.api.session.SessionFinding;
import dev.otters.api.session.SessionFsckResult;
import dev.otters.protocol.Activation;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SessionCheckTest extends MirrorBench {
  @BeforeEach
  void play() {
    turn("one", "1");
    turn("two", "2");
    settle();
  }

  private SessionFsckResult check(Optional<UUID> agent, Optional<SessionId> session)
      throws InterruptedException {
    return kit.sessions.check().check(agent, session, false, done -> {});
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DELETE FROM events WHERE seq = 5 | event 6: the events before it are missing",
        "DELETE FROM events WHERE seq > 16 | the number of events is not that of the session",
        "UPDATE events SET type = 'future' WHERE seq = 8 | event 8: its type is unknown",
        "UPDATE events SET body = '{' WHERE seq = 4 | event 4: its body is not a JSON object",
        "UPDATE events SET body = '{' WHERE seq = 2 | event 2: its body is not a JSON object",
        "UPDATE events SET body = '{' WHERE seq = 3 | event 3: its body is not a JSON object",
        "UPDATE events SET body = '{' WHERE seq = 5 | event 5: its body is not a JSON object",
        "UPDATE events SET body = '{' WHERE seq = 6 | event 6: its body is not a JSON object",
        "UPDATE events SET body = '[1]' WHERE seq = 4 | event 4: its body is not a JSON object",
        "UPDATE events SET body = '{}' WHERE seq = 5 | event 6: it is a result without a call",
        "DELETE FROM blobs | event 2: the context of the attempt is missing",
        "UPDATE sessions SET status = 'DEAD' | the status of the session is not what the log says",
      })
  void aLogThatContradictsItselfIsReportedAndNotChanged(String damage, String finding) {
    kit.database.update(tx -> tx.execute(damage));

    SessionFsckResult found = fsck(true);

    assertThat(found.sound()).isFalse();
    List<SessionFinding> logs =
        found.findings().stream().filter(it -> it.kind().equals("log")).toList();
    assertThat(logs)
        .isNotEmpty()
        .anySatisfy(it -> assertThat(it.message()).contains(finding))
        .allSatisfy(it -> assertThat(it.remedy()).contains("backup"))
        .allSatisfy(it -> assertThat(it.repaired()).isFalse());
  }

  @Test
  void oneAgentOrOneSessionIsChecked() throws Exception {
    UUID eve = UUID.randomUUID();
    kit.service().appendUserMessage(eve, new SessionId("s"), "m", "hello", tx -> {});
    kit.say(new SessionId("other"), "hello");

    assertThat(check(Optional.empty(), Optional.empty()).sessions()).isEqualTo(3);
    assertThat(check(Optional.of(kit.agent), Optional.empty()).sessions()).isEqualTo(2);
    assertThat(check(Optional.of(eve), Optional.of(new SessionId("s"))).sessions()).isEqualTo(1);
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> check(Optional.of(eve), Optional.of(new SessionId("other"))))
        .satisfies(e -> assertThat(e.code()).isEqualTo(SessionException.Code.NOT_FOUND));
  }

  @Test
  void aSessionWithoutEventsNeedsNoMirror() {
    kit.database.update(
        tx ->
            tx.execute(
                "INSERT INTO sessions(agent, id, status, created_at, updated_at, title)"
                    + " VALUES(?, 'new', 'IDLE', 0, 0, '')",
                kit.agent));

    assertThat(fsck(true).findings()).isEmpty();
    kit.say(new SessionId("new"), "hello");
    assertThat(fsck(false).findings()).isEmpty();
    assertThat(file(new SessionId("new"))).exists();
  }

  @Test
  void aSessionThatIsWrittenMeanwhileIsNoDamage() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    List<SessionFsckResult> results = new ArrayList<>();
    Thread checking =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  while (!over.get()) {
                    results.add(fsck(false));
                  }
                });
    for (int i = 0; i < 150; i++) {
      turn("message " + i, "answer");
      kit.say(new SessionId("s" + i % 7), "hello");
      Activation other = kit.lease();
      kit.answer(other, "done");
      if (i % 10 == 0) {
        kit.sessions.removal().remove(kit.agent, new SessionId("s" + i % 7), true);
      }
    }
    over.set(true);
    checking.join();

    assertThat(results).isNotEmpty().allSatisfy(it -> assertThat(it.findings()).isEmpty());
    assertThat(Files.readString(file())).isEqualTo(fresh());
  }

  @Test
  void manyFindingsAreCountedAndDamageOfMirrorsHidesNoneOfLogs() throws Exception {
    int many = 600;
    for (int i = 0; i < many; i++) {
      kit.say(new SessionId("s" + i), "hello");
    }
    settle();
    for (int i = 0; i < many; i++) {
      Files.delete(file(new SessionId("s" + i)));
    }
    kit.database.update(tx -> tx.execute("UPDATE sessions SET status = 'DEAD' WHERE id = 's599'"));

    SessionFsckResult found = fsck(false);

    assertThat(found.findings()).hasSize(501);
    assertThat(found.more()).isEqualTo(100);
    assertThat(found.findings().getFirst().kind()).isEqualTo("log");
    assertThat(fsck(true).more()).isEqualTo(100);
    assertThat(fsck(false).findings()).hasSize(1);
  }
}
