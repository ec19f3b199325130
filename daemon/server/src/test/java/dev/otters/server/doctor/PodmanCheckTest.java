package dev.otters.server.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.system.CheckView;
import dev.otters.api.system.ExecutorOption;
import dev.otters.api.system.ExecutorView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PodmanCheckTest {
  private static final ExecutorOption SYSTEM =
      new ExecutorOption("system", true, view("0.8.0", List.of("groups-kept: x")), null);
  private static final ExecutorOption NONE =
      new ExecutorOption(
          "docker", false, null, Problem.of(ErrorCode.EXECUTOR_UNREACHABLE, "no engine", "Start."));

  @TempDir Path temp;

  private static ExecutorView view(String version, List<String> limitations) {
    return new ExecutorView(
        "docker", version, "1.41", "unix:///p.sock", "usual socket", limitations, List.of());
  }

  private static ExecutorOption engine(String version, String... limitations) {
    return new ExecutorOption("docker", true, view(version, List.of(limitations)), null);
  }

  private Optional<CheckView> check(ExecutorOption... options) {
    return new PodmanCheck(List.of(options), Map.of("PATH", ":relative:/absent:" + temp)).run();
  }

  private void install() throws IOException {
    Path program = Files.createFile(temp.resolve("podman"));
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void podmanIsNamedWithAllThatItCannotEnforce() {
    assertThat(check(SYSTEM, engine("4.3.1 (Podman)", "seccomp: wide", "image-mounts: none")))
        .contains(
            CheckView.note(
                "podman",
                "4.3.1 at unix:///p.sock cannot enforce everything:\n"
                    + "seccomp: wide\nimage-mounts: none",
                null));
    assertThat(check(engine("5.0.0 (Podman)")))
        .contains(CheckView.ok("podman", "5.0.0 at unix:///p.sock"));
  }

  @Test
  void anInstalledPodmanWithoutItsServiceHasTheCommandThatStartsIt() throws IOException {
    install();
    assertThat(check(SYSTEM, NONE))
        .hasValueSatisfying(
            found -> {
              assertThat(found.state()).isEqualTo(CheckView.NOTE);
              assertThat(found.text()).startsWith(temp.resolve("podman") + " is installed");
              assertThat(found.remedy())
                  .contains("systemctl --user enable --now podman.socket")
                  .contains("podman system service");
            });
  }

  @Test
  void anotherEngineOrNoPodmanHasNoCheck() throws IOException {
    assertThat(check(SYSTEM, NONE)).isEmpty();
    install();
    assertThat(check(engine("28.5.2", "seccomp: off"))).isEmpty();
  }
}
