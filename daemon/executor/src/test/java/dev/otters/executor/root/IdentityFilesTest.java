package dev.otters.executor.root;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.SandboxUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IdentityFilesTest {
  @TempDir Path etc;

  @Test
  void namesTheUserAndRoot() throws IOException {
    IdentityFiles.write(etc, new SandboxUser(1000, 1001));

    assertThat(etc.resolve("passwd"))
        .hasContent("root:x:0:0:root:/:/bin/false\nagent:x:1000:1001:agent:/home:/bin/false");
    assertThat(etc.resolve("group")).hasContent("root:x:0:\nagent:x:1001:");
  }

  @Test
  void namesOneUserWhereTheSandboxIsRootOfARootlessEngine() throws IOException {
    IdentityFiles.write(etc, new SandboxUser(0, 0));
    assertThat(etc.resolve("passwd")).hasContent("agent:x:0:0:agent:/home:/bin/false");
    assertThat(etc.resolve("group")).hasContent("agent:x:0:");
  }

  @Test
  void writesFilesThatEverybodyReadsAndReplacesOldOnes() throws IOException {
    Files.writeString(etc.resolve("resolv.conf"), "nameserver 192.0.2.1");
    IdentityFiles.write(etc, new SandboxUser(1000, 1000));

    assertThat(etc.resolve("resolv.conf")).content().doesNotContain("nameserver");
    assertThat(Files.getPosixFilePermissions(etc.resolve("passwd")))
        .isEqualTo(PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(etc).isDirectoryNotContaining("glob:**.new");
  }
}
