package dev.otters.executor.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.Pause;
import dev.otters.executor.system.process.StateFolder;
import dev.otters.executor.system.process.SupervisorProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs the supervisor's script with an ordinary program in place of a sandbox. */
class SupervisorTest {
  @TempDir private Path temp;
  private SystemState state;
  private StateFolder folder;

  @BeforeEach
  void create() throws IOException {
    Path top = temp.toRealPath();
    state = SystemState.open(top.resolve("state"));
    folder =
        StateFolder.create(
            top.resolve("sandbox"), "id", "filter\n".getBytes(StandardCharsets.UTF_8));
  }

  /** Runs a script to its end, and returns the line about the end. */
  private String run(List<Path> groups, String script) throws IOException {
    folder.prepareStart("options\n".getBytes(StandardCharsets.UTF_8), groups);
    SupervisorProcess.of(state.script(), folder, List.of("/bin/sh", "-c", script)).start();
    Path exit = folder.path().resolve("raw/exit");
    assertThat(Pause.until(Duration.ofSeconds(60), () -> Files.exists(exit))).isTrue();
    return Files.readString(exit).lines().findFirst().orElseThrow();
  }

  private List<String> out() throws IOException {
    return Files.readAllLines(folder.path().resolve("raw/out.0"));
  }

  @ParameterizedTest
  @CsvSource({"exit 7, 7 0", "kill -9 $$, 137 0", "exit 0, 0 0"})
  void theEndOfTheProgramIsRecorded(String script, String recorded) throws IOException {
    assertThat(run(List.of(), script)).isEqualTo(recorded);
    assertThat(folder.supervisor()).isPresent();
  }

  @Test
  void theProgramHasLimitsAndTheFilesOfItsStartAndNoVariables() throws IOException {
    run(
        List.of(),
        "ulimit -n; ulimit -c; umask; cat <&5; cat <&6; echo state >&7; /usr/bin/env | grep -vE"
            + " '^(PWD|SHLVL|OLDPWD|_)='; read -r line || echo nothing to read");
    assertThat(out())
        .startsWith("16384", "0", "0022", "options", "filter")
        .endsWith("nothing to read")
        .hasSize(8)
        .contains("LC_ALL=C", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
    assertThat(folder.path().resolve("status")).hasContent("state");
  }

  @Test
  void theStreamsAreKeptApart() throws IOException {
    run(List.of(), "echo one; echo two >&2");
    assertThat(out()).containsExactly("one");
    assertThat(folder.path().resolve("raw/err.0")).hasContent("two");
  }

  @Test
  void onlyTheLastMebibytesOfAnUnreadOutputAreKept() throws IOException {
    run(List.of(), "head -c 60000000 /dev/zero; echo last");
    try (Stream<Path> files = Files.list(folder.path().resolve("raw"))) {
      List<Path> kept = files.filter(f -> f.toString().contains("/out.")).sorted().toList();
      long size = kept.stream().mapToLong(file -> file.toFile().length()).sum();
      assertThat(size).isBetween(1L << 20, 28L << 20);
    }
    assertThat(folder.path().resolve("raw/out.0")).doesNotExist();
  }

  @Test
  void theProgramEntersItsCgroupsOrDoesNotRun() throws IOException {
    Path group = Files.createDirectory(temp.toRealPath().resolve("group"));
    Files.writeString(group.resolve("memory.events"), "oom 5\noom_kill 3\n");
    assertThat(run(List.of(group), "exit 1")).isEqualTo("1 3");
    assertThat(group.resolve("cgroup.procs")).hasContent("0");

    create(temp.toRealPath().resolve("second"));
    assertThat(run(List.of(temp.resolve("absent")), "echo ran")).isEqualTo("125 0");
    assertThat(folder.path().resolve("raw/out.0"))
        .satisfiesAnyOf(
            file -> assertThat(file).doesNotExist(), file -> assertThat(file).isEmptyFile());
  }

  private void create(Path place) throws IOException {
    folder = StateFolder.create(place, "id", new byte[0]);
  }

  @Test
  void theFilesOfTheSupervisorAreClosedToOthers() throws IOException {
    run(List.of(), "echo x");
    for (String file : List.of("launched", "raw/out.0", "raw/exit", "go")) {
      assertThat(Files.getPosixFilePermissions(folder.path().resolve(file)))
          .as(file)
          .allMatch(permission -> permission.name().startsWith("OWNER"));
    }
    assertThat(Files.getPosixFilePermissions(temp.resolve("state")))
        .hasSize(3)
        .allMatch(permission -> permission.name().startsWith("OWNER"));
  }
}
