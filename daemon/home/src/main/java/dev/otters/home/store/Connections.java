package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import org.sqlite.SQLiteConfig;

/** Opens connections to the database file, which gets mode 0600 before SQLite opens it. */
final class Connections {
  private static final Set<String> NETWORK =
      Set.of(
          "afs",
          "ceph",
          "cifs",
          "fuse.glusterfs",
          "fuse.s3fs",
          "fuse.sshfs",
          "gfs2",
          "lustre",
          "ncpfs",
          "nfs",
          "nfs4",
          "ocfs2",
          "smb2",
          "smb3",
          "smbfs");
  private static final int BUSY_MILLIS = 5_000;

  private final Path file;

  Connections(Path file) {
    this.file = file;
    prepare();
  }

  Connection writer() {
    return open(false);
  }

  Connection reader() {
    return open(true);
  }

  /** Returns whether this is the type of a network file system, where SQLite's locks fail. */
  static boolean isNetwork(String fileSystemType) {
    return NETWORK.contains(fileSystemType);
  }

  private void prepare() {
    Set<PosixFilePermission> mode = PosixFilePermissions.fromString("rw-------");
    try {
      String type = Files.getFileStore(file.toAbsolutePath().getParent()).type();
      if (isNetwork(type)) {
        throw new StoreException(
            Reason.NETWORK_FILE_SYSTEM,
            "%s is on a network file system (%s), where SQLite's locks do not work. Choose a home on a local disk."
                .formatted(file, type));
      }
      Files.createFile(file, PosixFilePermissions.asFileAttribute(mode));
    } catch (FileAlreadyExistsException e) {
      restrict(mode);
    } catch (IOException e) {
      throw new StoreException(Reason.IO, "cannot create " + file + ": " + e.getMessage(), e);
    }
  }

  private void restrict(Set<PosixFilePermission> mode) {
    try {
      Files.setPosixFilePermissions(file, mode);
    } catch (IOException e) {
      throw new StoreException(Reason.IO, "cannot protect " + file + ": " + e.getMessage(), e);
    }
  }

  private Connection open(boolean readOnly) {
    SQLiteConfig config = new SQLiteConfig();
    config.setJournalMode(SQLiteConfig.JournalMode.WAL);
    config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
    config.enforceForeignKeys(true);
    config.setBusyTimeout(BUSY_MILLIS);
    config.setTransactionMode(
        readOnly ? SQLiteConfig.TransactionMode.DEFERRED : SQLiteConfig.TransactionMode.IMMEDIATE);
    try {
      Connection connection = config.createConnection("jdbc:sqlite:" + file.toAbsolutePath());
      connection.setAutoCommit(false);
      return connection;
    } catch (SQLException e) {
      throw Failures.of(e);
    }
  }
}
