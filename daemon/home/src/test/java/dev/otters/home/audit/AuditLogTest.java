package dev.otters.home.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditLogTest {
  @TempDir private Path folder;

  @Test
  void rowsLastAndTheNewestComeFirst() {
    ManualTime time = new ManualTime();
    try (Database database = Database.open(folder.resolve("daemon.db"))) {
      AuditLog log = new AuditLog(database, time);
      log.add("vault.set", "github", "t1");
      log.add("vault.reveal", "github", "t2");
    }
    try (Database database = Database.open(folder.resolve("daemon.db"))) {
      AuditLog log = new AuditLog(database, time);
      assertThat(log.newest(10))
          .containsExactly(
              new AuditLog.Entry(time.now(), "vault.reveal", "github", "t2"),
              new AuditLog.Entry(time.now(), "vault.set", "github", "t1"));
      assertThat(log.newest(1)).hasSize(1);
    }
  }
}
