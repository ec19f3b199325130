package dev.otters.executor.system.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @ValueSource(strings = {"exec sleep 30", "yes"})
  @Timeout(10)
  void aProgramThatDoesNotEndIsAbandoned(String script) {
    Machine machine = new Machine(Path.of("/"), Map.of("PATH", "/bin"));
    assertThatIOException()
        .isThrownBy(() -> machine.run(List.of("/bin/sh", "-c", script), Duration.ofMillis(200)))
        .withMessage("/bin/sh does not end");
  }

  /** The JDK ends the output with its program, unless a read already waits for more. */
  @Test
  @Timeout(10)
  void aProgramThatLeavesItsOutputToAnotherOneDelaysNobody() {
    Machine machine = new Machine(Path.of("/"), Map.of("PATH", "/bin"));
    List<String> command = List.of("/bin/sh", "-c", "sleep 30 & exit 0");
    Throwable thrown = catchThrowable(() -> machine.run(command, Duration.ofMillis(200)));
    assertThat(Optional.ofNullable(thrown).map(Throwable::getMessage))
        .satisfiesAnyOf(
            why -> assertThat(why).isEmpty(),
            why -> assertThat(why).contains("/bin/sh does not end"));
  }

  @Test
  void theFirstProgramOnThePathIsUsed() throws IOException {
    Path program = Files.createFile(folder.resolve("sh"));
    Machine machine = new Machine(Path.of("/"), Map.of("PATH", ":" + folder + ":/bin"));
    assertThat(machine.program("sh")).isNotEqualTo(Optional.of(program)).isPresent();
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    assertThat(machine.program("sh")).contains(program);
    assertThat(machine.program("no-such-program")).isEmpty();
  }
}
