package dev.otters.models.provider.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Starts scripts in place of Java. */
@Timeout(60)
class ProcessLauncherTest {
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir private Path home;
  private Path java;
  private Path jars;
  private Path folders;

  @BeforeEach
  void makeFolders() throws IOException {
    java = home.resolve("java");
    jars = Files.createDirectory(home.resolve("jars"));
    Files.createFile(jars.resolve("b.jar"));
    Files.createFile(jars.resolve("a.jar"));
    Files.createFile(jars.resolve("notes.txt"));
    folders = home.resolve("run");
  }

  private ModelException failure(String script, Duration patience) throws IOException {
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
    ChildTimeouts timeouts = new ChildTimeouts(patience, LONG, LONG, LONG, LONG);
    ProcessLauncher launcher = new ProcessLauncher(new ChildProgram(java, jars), folders, timeouts);
    Throwable thrown =
        org.assertj.core.api.Assertions.catchThrowable(
            () -> launcher.start(LoadSettings.usual(LocalSamples.CHOOSER, 3)));
    assertThat(thrown).isInstanceOf(ModelException.class);
    assertThat(folders).as("what a failed start leaves").isEmptyDirectory();
    return (ModelException) thrown;
  }

  @Test
  void aProcessThatEndsAtOnceIsNamedAndItsFolderRemoved() throws IOException {
    assertThat(failure("exit 3", LONG)).hasMessageContaining("ended with exit code 3");
    assertThat(failure("kill -9 $$", LONG)).hasMessageContaining("ended by signal 9");
  }

  @Test
  void aProcessThatNeverConnectsIsKilled() throws Exception {
    ModelException failure =
        failure("echo $$ >" + home + "/pid; exec sleep 600", Duration.ofSeconds(2));
    assertThat(failure.reason()).isEqualTo(Reason.STALLED);
    long pid = Long.parseLong(Files.readString(home.resolve("pid")).strip());
    ProcessHandle.of(pid).ifPresent(left -> left.onExit().orTimeout(30, TimeUnit.SECONDS).join());
  }

  @Test
  void aProcessReceivesNoVariablesAndAPrivateFolder() throws IOException {
    failure("/usr/bin/env >" + home + "/env; stat -c %a . >" + home + "/mode; exit 1", LONG);
    assertThat(Files.readAllLines(home.resolve("env")))
        .allMatch(l -> l.matches("(PWD|_|SHLVL)=.*"));
    assertThat(home.resolve("mode")).hasContent("700");
  }

  @Test
  void theRemainsOfAnEarlierDaemonAreRemoved() throws IOException {
    Files.createDirectories(folders.resolve("old/inner"));
    new ProcessLauncher(new ChildProgram(java, jars), folders, ChildTimeouts.USUAL).sweep();
    assertThat(folders).doesNotExist();
  }

  @Test
  void theProgramHasASmallHeapAndLeavesNoFiles() throws IOException {
    LoadSettings settings = LoadSettings.usual(LocalSamples.CHOOSER, 3);
    String options =
        """
        -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx128m -XX:-UsePerfData \
        -XX:-CreateCoredumpOnCrash -XX:+ErrorFileToStdout -XX:+ExitOnOutOfMemoryError \
        --enable-native-access=ALL-UNNAMED -Djava.io.tmpdir=/work -Dde.kherud.llama.tmpdir=/work\
        """;
    assertThat(new ChildProgram(java, jars).command(Path.of("/work"), Path.of("/work/s"), settings))
        .startsWith(java.toString())
        .containsSubsequence(options.split(" "))
        .endsWith(
            "-cp",
            jars.resolve("a.jar") + ":" + jars.resolve("b.jar"),
            "dev.otters.llama.Main",
            "/work/s",
            settings.model().file().toString(),
            Integer.toString(settings.contextSize()),
            "3",
            "2")
        .hasSize(19);
    assertThatThrownBy(
            () ->
                new ChildProgram(java, home.resolve("absent"))
                    .command(Path.of("/work"), Path.of("/work/s"), settings))
        .isInstanceOf(IOException.class);
  }
}
