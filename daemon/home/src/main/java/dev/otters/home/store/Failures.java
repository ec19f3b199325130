package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Turns SQLite's error codes into reasons. */
final class Failures {
  private static final int PRIMARY = 0xff;

  private Failures() {}

  static StoreException of(SQLException e) {
    Reason reason = lacksRoom(e) ? Reason.FULL : reason(e.getErrorCode() & PRIMARY);
    return new StoreException(reason, "database: " + e.getMessage(), e);
  }

  /** Reports whether the file that the connections share cannot grow. */
  private static boolean lacksRoom(SQLException e) {
    return e instanceof SQLiteException sqlite
        && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
  }

  private static Reason reason(int code) {
    if (code == SQLiteErrorCode.SQLITE_FULL.code) {
      return Reason.FULL;
    }
    if (code == SQLiteErrorCode.SQLITE_BUSY.code || code == SQLiteErrorCode.SQLITE_LOCKED.code) {
      return Reason.BUSY;
    }
    if (code == SQLiteErrorCode.SQLITE_CONSTRAINT.code) {
      return Reason.CONSTRAINT;
    }
    if (code == SQLiteErrorCode.SQLITE_CORRUPT.code || code == SQLiteErrorCode.SQLITE_NOTADB.code) {
      return Reason.DAMAGED;
    }
    if (code == SQLiteErrorCode.SQLITE_IOERR.code
        || code == SQLiteErrorCode.SQLITE_CANTOPEN.code
        || code == SQLiteErrorCode.SQLITE_READONLY.code
        || code == SQLiteErrorCode.SQLITE_PERM.code) {
      return Reason.IO;
    }
    return Reason.STATEMENT;
  }
}
