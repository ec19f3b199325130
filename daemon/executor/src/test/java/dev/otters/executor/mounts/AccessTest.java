package dev.otters.executor.mounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Open;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessTest {
  @TempDir Path temp;

  @ParameterizedTest
  @CsvSource({
    "true,owner,rwx------,true,true",
    "true,owner,r-xrwxrwx,true,false",
    "true,owner,rw-rwxrwx,false,false",
    "true,group,---r-x---,true,false",
    "true,group,rwx---rwx,false,false",
    "true,group,---rwx---,true,true",
    "true,other,rwxrwx---,false,false",
    "true,other,------r-x,true,false",
    "true,other,------rwx,true,true",
    "true,other,------r--,false,false",
    "false,owner,rw-------,true,true",
    "false,group,rw-r-----,true,false",
    "false,other,rw-rw-r--,true,false",
    "false,other,rw-rw----,false,false",
  })
  void goesByTheBitsOfTheClosestClass(
      boolean folder, String who, String mode, boolean readable, boolean writable)
      throws IOException {
    Path file =
        folder
            ? Files.createDirectory(temp.resolve("folder"))
            : Files.createFile(temp.resolve("file"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(mode));

    try (Fd open = Fd.open(file.toRealPath(), Open.HANDLE)) {
      Access access = Access.of(open.stat(), user(file, who));

      assertThat(access).isEqualTo(new Access(readable, writable));
    }
  }

  private static SandboxUser user(Path file, String who) throws IOException {
    int uid = (Integer) Files.getAttribute(file, "unix:uid");
    int gid = (Integer) Files.getAttribute(file, "unix:gid");
    return new SandboxUser(
        who.equals("owner") ? uid : uid + 1, who.equals("other") ? gid + 1 : gid);
  }
}
