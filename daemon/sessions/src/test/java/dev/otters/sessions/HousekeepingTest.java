package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HousekeepingTest extends SessionBench {
  private static final Duration DAY = Duration.ofDays(1);

  private long blobs() {
    return kit.database.read(rows -> rows.number("SELECT count(*) AS n FROM blobs"));
  }

  private void leaveBlob() {
    kit.database.update(
        tx -> tx.execute("INSERT INTO blobs(hash, body) VALUES(?, ?)", "unused", "text"));
  }

  @Test
  void textsThatNoTurnUsesAreDeletedEveryDay() {
    for (int day = 1; day <= 3; day++) {
      leaveBlob();
      kit.advance(DAY.minusSeconds(1));
      assertThat(blobs()).isOne();
      kit.advance(Duration.ofSeconds(1));
      assertThat(blobs()).isZero();
    }
  }

  @Test
  void answersOfTurnsThatAreOverAreDeletedEveryDay() throws IOException {
    kit.say("one");
    String open = kit.lease().id() + ".answer";
    Path answers = Files.createDirectory(folder.resolve("answers"));
    Files.writeString(answers.resolve("over.answer"), "text");
    Files.writeString(answers.resolve(open), "text");
    kit.sessions.spool(answers);

    kit.advance(DAY);

    assertThat(answers.resolve("over.answer")).doesNotExist();
    assertThat(answers.resolve(open)).exists();
  }

  @Test
  void closedSessionsTouchTheDatabaseNoMore() {
    leaveBlob();
    kit.sessions.close();

    kit.advance(DAY.multipliedBy(3));

    assertThat(blobs()).isOne();
    assertThat(kit.time.waiting()).isZero();
  }
}
