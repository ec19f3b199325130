package dev.otters.worker.sandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SandboxPathsTest {
  @ParameterizedTest
  @CsvSource({
    "cli:chat:1, cli:chat:1",
    "a.b-c_D9, a.b-c_D9",
    ".., _.",
    "../../etc/passwd, _._.._etc_passwd",
    "/etc, _etc",
    ".hidden, _hidden",
    "'a b\nc', a_b_c",
    "ünï٣, _n__",
    "'', _",
  })
  void anIdIsAFileNameAndNeverAPath(String id, String name) {
    Path root = Path.of("/agent");

    assertThat(SandboxPaths.fileName(id)).isEqualTo(name);
    assertThat(new SandboxPaths(root).session(id))
        .isEqualTo(
            new SessionPaths(
                Path.of("/agent/workspace/sessions", name), Path.of("/agent/runtime", name)));
  }

  @Test
  void aLongIdIsCut() {
    assertThat(SandboxPaths.fileName("x".repeat(128))).hasSize(128);
    assertThat(SandboxPaths.fileName("x".repeat(129))).hasSize(128);
  }

  @Test
  void aSandboxHasItsBinariesInOptAndAMachineInTheAgentsFolder() {
    assertThat(new SandboxPaths(Path.of("/")).bins()).isEqualTo(Path.of("/opt/bins"));
    assertThat(new SandboxPaths(Path.of("/h/a")).bins()).isEqualTo(Path.of("/h/a/usr/bin"));
  }

  @Test
  void aRelativeRootIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new SandboxPaths(Path.of("agent")))
        .withMessageContaining("must be absolute");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 0, -1, -7})
  void initGroupsAndEverybodyAreNeverSignalled(long pid) {
    assertThatIllegalArgumentException().isThrownBy(() -> Linux.signal(pid, 0));
  }
}
