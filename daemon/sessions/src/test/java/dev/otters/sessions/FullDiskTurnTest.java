package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.session.EventType;
import dev.otters.home.store.StoreException;
import dev.otters.home.time.SmallDisk;
import dev.otters.protocol.Activation;
import dev.otters.sessions.log.SessionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Turns of an agent that fills the disk of the daemon's home. */
class FullDiskTurnTest {
  @TempDir Path folder;
  private Optional<SmallDisk> disk = Optional.empty();
  private Optional<SessionKit> kit = Optional.empty();

  @BeforeEach
  void open() throws IOException {
    disk = SmallDisk.mount(folder.resolve("disk"), 16);
    assumeTrue(disk.isPresent(), "only root can mount");
    kit = Optional.of(new SessionKit(disk.get().folder()));
    kit().say("fill the disk");
  }

  @AfterEach
  void close() throws IOException {
    kit.ifPresent(SessionKit::close);
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  @Test
  void theTurnFailsWithOneClearErrorAndRunsAgainOnceThereIsRoom() throws IOException {
    Activation turn = kit().lease();
    SmallDisk.fill(filler());

    SessionKit.assertStale(() -> appendMuch(turn));
    assertFailedOnFullDisk();
    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> kit().say("again"))
        .matches(StoreException::full);

    Files.delete(filler());
    kit().say("again");
    kit().answer(kit().lease(), "done");
    assertThat(kit().view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void aTurnCannotStartOnTheFullDiskAndRunsOnceThereIsRoom() throws IOException {
    SmallDisk.fill(filler());

    assertThat(kit().tryLease()).isEmpty();
    assertFailedOnFullDisk();
    assertThat(kit().tryLease()).isEmpty();
    assertThat(kit().events(EventType.TURN_STARTED)).hasSize(1);

    Files.delete(filler());
    kit().say("again");
    kit().answer(kit().lease(), "done");
    assertThat(kit().view().status()).isEqualTo(SessionStatus.IDLE);
  }

  @Test
  void anAnswerThatDoesNotFitIntoTheReserveFailsTheTurn() throws IOException {
    Activation turn = kit().lease();
    SmallDisk.fill(filler());

    kit().answer(turn, "x".repeat(6 << 20));

    assertFailedOnFullDisk();
  }

  @Test
  void aRestartOfTheDaemonKeepsTheTurnAndItsFailure() throws IOException {
    Activation turn = kit().lease();
    SmallDisk.fill(filler());

    kit().restart(Set.of(kit().agent));
    SessionKit.assertStale(() -> appendMuch(turn));
    kit().restart(Set.of(kit().agent));

    assertFailedOnFullDisk();
  }

  private void assertFailedOnFullDisk() {
    assertThat(kit().view().status()).isEqualTo(SessionStatus.BLOCKED_ERROR);
    assertThat(kit().events(EventType.ERROR)).hasSize(1);
    assertThat(kit().events(EventType.ERROR).getFirst().body())
        .contains("the disk of the daemon's home is full. Make room");
  }

  private void appendMuch(Activation turn) {
    kit().append(turn, SessionKit.result("c1", "x".repeat(1 << 20)));
  }

  private SessionKit kit() {
    return kit.orElseThrow();
  }

  private Path filler() {
    return disk.orElseThrow().folder().resolve("filler");
  }
}
