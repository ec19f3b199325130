package dev.otters.agents.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.otters.agents.AgentKit;
import dev.otters.executor.Exit;
import dev.otters.home.store.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class AgentRowsTest {
  @TempDir Path folder;
  @AutoClose private AgentKit kit;
  private AgentRows rows;
  private UUID agent;

  @BeforeEach
  void start() throws IOException {
    kit = new AgentKit(folder);
    agent = UUID.fromString(kit.run().id());
    rows = kit.rows();
  }

  /** Checks that memory and database agree. */
  private void assertHeldAsOnDisk() {
    assertThat(rows.all()).isEqualTo(kit.rows().all());
  }

  private void refuseByDatabase(String event) {
    kit.database()
        .update(
            tx ->
                tx.execute(
                    "CREATE TRIGGER refusal BEFORE "
                        + event
                        + " ON agents BEGIN SELECT RAISE(ROLLBACK, 'no room'); END"));
  }

  private void allowAgain() {
    kit.database().update(tx -> tx.execute("DROP TRIGGER refusal"));
  }

  @Test
  void aChangeIsSeenAtOnceAsItIsOnDisk() {
    Instant precise = Instant.parse("2026-01-31T12:00:00.123456789Z");

    Agent changed = rows.change(agent, old -> old.inSandbox("box", precise)).orElseThrow();

    assertThat(rows.find(agent)).contains(changed);
    assertThat(changed.startedAt()).contains(Instant.parse("2026-01-31T12:00:00.123Z"));
    assertHeldAsOnDisk();
  }

  @Test
  void everyPartOfAnAgentIsReadBack() {
    Instant at = Instant.parse("2026-01-31T12:00:00.123Z");
    Exit killed = new Exit(137, OptionalInt.of(9), true, at.plusSeconds(1));
    Lifecycle failed = new Lifecycle.Failed(Reason.OOM, "no room", Optional.of(at.plusSeconds(2)));
    AtomicReference<Agent> written = new AtomicReference<>();

    Agent read =
        rows.change(
                agent,
                old ->
                    written.updateAndGet(
                        _ ->
                            old.inSandbox("box", at)
                                .endedWith(killed)
                                .withRestarts(3)
                                .removed(true, failed)))
            .orElseThrow();

    assertThat(read).isEqualTo(written.get());
  }

  @Test
  void aChangeThatFailsIsNowhere() {
    Agent before = rows.find(agent).orElseThrow();

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                rows.change(
                    agent,
                    old -> {
                      throw new IllegalStateException("no");
                    }));
    refuseByDatabase("UPDATE");
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> rows.change(agent, old -> old.withRestarts(7)));

    assertThat(rows.find(agent)).contains(before);
    assertHeldAsOnDisk();
    allowAgain();
    rows.change(agent, old -> old.withRestarts(7));
    assertThat(rows.find(agent).orElseThrow().restarts()).isEqualTo(7);
    assertHeldAsOnDisk();
  }

  @Test
  void aRemovalThatFailsLeavesTheAgent() {
    Agent before = rows.find(agent).orElseThrow();

    assertThatIllegalStateException()
        .isThrownBy(
            () ->
                rows.delete(
                    agent,
                    (tx, id) -> {
                      throw new IllegalStateException("no");
                    }));
    refuseByDatabase("DELETE");
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> rows.delete(agent, (tx, id) -> {}));
    allowAgain();

    assertThat(rows.find(agent)).contains(before);
    assertHeldAsOnDisk();
  }

  @Test
  void whatIsRemovedStaysRemovedWhoeverChangesIt() {
    rows.delete(agent, (tx, id) -> assertThat(rows.find(id)).isPresent());

    assertThat(rows.find(agent)).isEmpty();
    assertThat(rows.change(agent, old -> old.withRestarts(1))).isEmpty();
    assertHeldAsOnDisk();
  }

  @Test
  void anAgentIsNeverMissingWhileItChanges() throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    AtomicBoolean missed = new AtomicBoolean();
    Thread reader =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!over.get()) {
                    if (rows.find(agent).isEmpty()) {
                      missed.set(true);
                    }
                  }
                });

    for (int i = 0; i < 1000 && !missed.get(); i++) {
      rows.change(agent, old -> old.withRestarts(old.restarts() + 1));
    }
    over.set(true);
    reader.join();

    assertThat(missed).isFalse();
  }

  @Test
  void changesAtTheSameTimeAreMadeOneAfterTheOther() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int change = 0; change < 10; change++) {
                      rows.change(agent, old -> old.withRestarts(old.restarts() + 1));
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }

    assertThat(rows.find(agent).orElseThrow().restarts()).isEqualTo(40);
    assertHeldAsOnDisk();
  }
}
