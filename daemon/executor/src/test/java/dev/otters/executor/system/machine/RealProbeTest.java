package dev.otters.executor.system.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.testkit.Bubblewrap;
import dev.otters.executor.testkit.OrdinaryUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Probes this machine as it is, and without user namespaces. */
@Tag("bubblewrap")
class RealProbeTest {
  @Test
  void findsThisMachineUsable() {
    assertThat(SystemProbe.ofThisMachine(Bubblewrap.environment()).launcher().version())
        .isNotBlank();
  }

  @Test
  void findsItUsableAsAnOrdinaryUser() throws Exception {
    OrdinaryUser.run(this::findsThisMachineUsable);
  }

  /**
   * Runs bubblewrap in a user namespace that allows no further ones, like a machine with the
   * setting 0.
   */
  @Test
  void noticesThatUserNamespacesAreForbidden() throws IOException {
    Assumptions.assumeTrue(OrdinaryUser.isRoot(), "only root can forbid them");
    Path real = Path.of(Bubblewrap.environment().get("OTTERS_BWRAP"));
    Path folder = Files.createTempDirectory("forbidden");
    Path wrapper = folder.resolve("bwrap");
    try {
      Files.writeString(
          wrapper,
          """
          #!/bin/sh
          exec unshare --user --map-current-user --keep-caps sh -c '
            echo 0 >/proc/sys/user/max_user_namespaces && exec "$0" "$@"' %s "$@"
          """
              .formatted(real));
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
      Files.setPosixFilePermissions(wrapper, PosixFilePermissions.fromString("rwxr-xr-x"));
      Machine machine = new Machine(Path.of("/"), Map.of("OTTERS_BWRAP", wrapper.toString()));
      ExecutorException refused =
          catchThrowableOfType(
              ExecutorException.class, () -> new SystemProbe(machine, true).launcher());
      assertThat(refused).isNotNull();
      assertThat(refused).hasMessageContaining("bubblewrap cannot make a sandbox on this machine");
      assertThat(refused.remedy()).isNotBlank();
    } finally {
      Files.delete(wrapper);
      Files.delete(folder);
    }
  }
}
