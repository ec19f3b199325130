package dev.otters.egress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrafficTest {
  @TempDir private Path folder;
  private final ManualTime time = new ManualTime();
  private final UUID agent = UUID.randomUUID();
  private Database database;
  private Traffic traffic;

  @BeforeEach
  void open() {
    database = Database.open(folder.resolve("daemon.db"));
    Agents.add(database, agent);
    traffic = new Traffic(database, time, 100);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void anAgentMayMoveSoMuchInADayAndNoMore() {
    assertThat(traffic.add(agent, 99)).isTrue();
    assertThat(traffic.add(agent, 0)).isTrue();
    assertThat(traffic.add(agent, 1)).isFalse();
    assertThat(traffic.add(agent, 0)).isFalse();
    assertThat(traffic.add(UUID.randomUUID(), 99)).isTrue();
  }

  @Test
  void theNextDayBeginsAtZero() {
    assertThat(traffic.add(agent, 200)).isFalse();

    time.advance(Duration.ofDays(1));

    assertThat(traffic.add(agent, 99)).isTrue();
  }

  @Test
  void aDaemonGoesOnFromWhatWasStoredAtMostASecondAgo() {
    assertThat(traffic.add(agent, 60)).isTrue();
    time.advance(Duration.ofSeconds(1));
    assertThat(traffic.add(agent, 39)).isTrue();

    Traffic next = new Traffic(database, time, 100);

    assertThat(next.add(agent, 39)).isTrue();
    assertThat(next.add(agent, 1)).isFalse();
  }

  @Test
  void aForgottenAgentKeepsItsCountAndARunLeavesNone() {
    UUID run = UUID.randomUUID();
    assertThat(traffic.add(agent, 100)).isFalse();
    assertThat(traffic.add(run, 100)).isFalse();

    traffic.forget(agent);
    traffic.forget(run);

    assertThat(traffic.add(agent, 0)).isFalse();
    assertThat(traffic.add(run, 0)).isTrue();
  }

  @Test
  void theCountsOfARemovedAgentGoWithIt() {
    assertThat(traffic.add(agent, 100)).isFalse();
    traffic.forget(agent);

    database.update(tx -> tx.execute("DELETE FROM agents WHERE id = ?", agent));

    long left =
        database.read(
            rows -> rows.list("SELECT bytes FROM traffic", row -> row.number("bytes")).size());
    assertThat(left).isZero();
  }
}
