package dev.otters.executor.system.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineTest {
  @TempDir private Path folder;

  @Test
  void programsRunWithoutOurEnvironmentAndInput() throws IOException {
    Machine machine = new Machine(Path.of("/"), Map.of("PATH", "/bin"));
    Machine.Outcome outcome =
        machine.run(List.of("/bin/sh", "-c", "/usr/bin/env; cat; echo said >&2; exit 3"));
    assertThat(outcome.code()).isEqualTo(3);
    assertThat(outcome.output().lines())
        .filteredOn(line -> !line.matches("(PWD|SHLVL|_)=.*"))
        .containsExactly("LC_ALL=C", "said");
  }

  @Test
  void theFirstProgramOnThePathIsUsed() throws IOException {
    Path program = Files.createFile(folder.resolve("sh"));
    Machine machine = new Machine(Path.of("/"), Map.of("PATH", ":" + folder + ":/bin"));
    assertThat(machine.program("sh")).isNotEqualTo(java.util.Optional.of(program)).isPresent();
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThat(machine.program("sh")).contains(program);
    assertThat(machine.program("no-such-program")).isEmpty();
  }
}
