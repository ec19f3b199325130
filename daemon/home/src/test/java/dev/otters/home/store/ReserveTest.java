package dev.otters.home.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reserve of a thread that is interrupted, as when its client has gone. */
class ReserveTest {
  @TempDir Path folder;

  @Test
  void anInterruptedThreadFindsTheRoomThatThereIs() {
    Thread.currentThread().interrupt();
    Reserve reserve = Reserve.of(folder.resolve("daemon.db"));
    assertThat(reserve.complete()).isTrue();
    assertThat(reserve.release()).isTrue();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void anInterruptedThreadAddsToADatabaseThatWasJustOpened() {
    Thread.currentThread().interrupt();
    try (Database database = Database.open(folder.resolve("daemon.db"))) {
      assertThat(database.<Boolean>add(tx -> true)).isTrue();
    }
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void theFileIsForItsUserAlone() throws Exception {
    Reserve.of(folder.resolve("daemon.db")).fill();
    Path file = folder.resolve("daemon.db-reserve");
    assertThat(file).hasSize(Reserve.SIZE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }
}
