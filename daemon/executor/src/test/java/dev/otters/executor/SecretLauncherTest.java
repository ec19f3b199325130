package dev.otters.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretLauncherTest {
  @TempDir private Path temp;
  private Path launcher;

  @BeforeEach
  void install() throws IOException {
    launcher = SecretLauncher.install(temp.resolve("launch"));
  }

  private record Ended(int code, String out) {}

  private Ended run(byte[] input, String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().put("OLD", "kept");
    Process process = builder.start();
    try (OutputStream to = process.getOutputStream()) {
      to.write(input);
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), out);
  }

  @Test
  void theProgramGetsTheVariablesAndTheRestOfTheInput() throws Exception {
    byte[] secrets = SecretLauncher.input(Map.of("KEY", "a=b\n ä"));
    byte[] input =
        (new String(secrets, StandardCharsets.UTF_8) + "rest").getBytes(StandardCharsets.UTF_8);

    Ended ended =
        run(input, launcher.toString(), "/bin/sh", "-c", "echo \"$OLD $KEY $1\"; cat", "sh", "arg");

    assertThat(ended).isEqualTo(new Ended(0, "kept a=b\n ä arg\nrest"));
  }

  @Test
  void aSecretThatIsCutStartsNoProgram() throws Exception {
    byte[] cut = "KEY=va".getBytes(StandardCharsets.UTF_8);

    assertThat(run(cut, launcher.toString(), "/bin/echo", "no")).isEqualTo(new Ended(126, ""));
  }

  @Test
  void aProgramThatDoesNotExistEndsTheLauncher() throws Exception {
    byte[] secrets = SecretLauncher.input(Map.of("KEY", "value"));

    assertThat(run(secrets, launcher.toString(), "/bin/absent").code()).isEqualTo(126);
  }

  @Test
  void aFileThatSomebodyChangedIsReplacedAndAnUnchangedOneStays() throws Exception {
    Object before = Files.getAttribute(launcher, "unix:ino");
    assertThat(Files.getAttribute(SecretLauncher.install(launcher), "unix:ino")).isEqualTo(before);
    Files.delete(launcher);
    Files.writeString(launcher, "other");

    assertThat(Files.size(SecretLauncher.install(launcher))).isGreaterThan(200);
    assertThat(Files.getPosixFilePermissions(launcher))
        .isEqualTo(PosixFilePermissions.fromString("r-xr-xr-x"));
  }

  @Test
  void eachKnownProcessorHasAProgramAndOthersAreRefused() throws IOException {
    for (String processor : List.of("amd64", "aarch64")) {
      assertThat(SecretLauncher.program(processor)).startsWith(0x7f, 'E', 'L', 'F');
    }
    assertThatExceptionOfType(ExecutorException.class)
        .isThrownBy(() -> SecretLauncher.program("riscv64"))
        .withMessageContaining("riscv64");
  }
}
