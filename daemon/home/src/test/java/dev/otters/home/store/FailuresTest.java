package dev.otters.home.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.StoreException.Reason;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

class FailuresTest {
  @ParameterizedTest
  @CsvSource({
    "SQLITE_FULL, FULL",
    "SQLITE_IOERR_SHMSIZE, FULL",
    "SQLITE_BUSY, BUSY",
    "SQLITE_BUSY_SNAPSHOT, BUSY",
    "SQLITE_LOCKED, BUSY",
    "SQLITE_CONSTRAINT_UNIQUE, CONSTRAINT",
    "SQLITE_CORRUPT, DAMAGED",
    "SQLITE_CORRUPT_INDEX, DAMAGED",
    "SQLITE_NOTADB, DAMAGED",
    "SQLITE_IOERR_FSYNC, IO",
    "SQLITE_CANTOPEN, IO",
    "SQLITE_READONLY, IO",
    "SQLITE_PERM, IO",
    "SQLITE_ERROR, STATEMENT",
  })
  void everyErrorOfSqliteHasAReason(SQLiteErrorCode code, Reason reason) {
    SQLException error = new SQLiteException("said", code);

    assertThat(Failures.of(error).reason()).isEqualTo(reason);
  }
}
