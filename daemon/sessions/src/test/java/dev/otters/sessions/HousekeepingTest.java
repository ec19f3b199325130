package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

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
  void closedSessionsTouchTheDatabaseNoMore() {
    leaveBlob();
    kit.sessions.close();

    kit.advance(DAY.multipliedBy(3));

    assertThat(blobs()).isOne();
    assertThat(kit.time.waiting()).isZero();
  }
}
