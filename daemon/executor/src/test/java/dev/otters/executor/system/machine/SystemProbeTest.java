package dev.otters.executor.system.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Limitations;
import dev.otters.executor.root.TreeRemover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probes machines made of files and fake programs. */
class SystemProbeTest {
  private Path root;
  private Path bwrap;

  @BeforeEach
  void makeMachine() throws IOException {
    root = Files.createTempDirectory("machine").toRealPath();
    bwrap = root.resolve("bwrap");
    file("/etc/os-release", "NAME=\"Debian GNU/Linux\"\nID=debian\n");
  }

  @AfterEach
  void removeMachine() throws IOException {
    TreeRemover.remove(root);
  }

  private void file(String path, String text) throws IOException {
    Path file = root.resolve(path.substring(1));
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Replaces bubblewrap with a script. */
  private void bubblewrap(String version, String rest) throws IOException {
    Files.writeString(
        bwrap,
        "#!/bin/sh\n[ \"$1\" != --version ] || { echo " + version + "; exit; }\n" + rest + "\n");
    Files.setPosixFilePermissions(bwrap, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private ExecutorException refusal(Map<String, String> environment) {
    SystemProbe probe = new SystemProbe(new Machine(root, environment), false);
    ExecutorException refused = catchThrowableOfType(ExecutorException.class, probe::launcher);
    assertThat(refused).as("a refusal").isNotNull();
    assertThat(refused.reason()).isEqualTo(Reason.UNREACHABLE);
    return refused;
  }

  private ExecutorException refusal() {
    return refusal(Map.of("OTTERS_BWRAP", bwrap.toString()));
  }

  @Test
  void takesAProgramThatMakesSandboxes() throws IOException {
    bubblewrap("bubblewrap 0.11.0", "exit 0");
    Map<String, String> environment = Map.of("OTTERS_BWRAP", bwrap.toString());
    Launcher launcher = new SystemProbe(new Machine(root, environment), false).launcher();
    assertThat(launcher.version()).isEqualTo("0.11.0");
    assertThat(launcher.bwrap()).isEqualTo(bwrap);
  }

  @ParameterizedTest
  @CsvSource({
    "ID=debian, Run `apt-get install bubblewrap`.",
    "ID=mint ID_LIKE=\"ubuntu debian\", Run `apt-get install bubblewrap`.",
    "ID=\"rocky\" ID_LIKE=\"rhel centos fedora\", Run `dnf install bubblewrap`.",
    "ID=opensuse-leap ID_LIKE=\"suse opensuse\", Run `zypper install bubblewrap`.",
    "ID=alpine, Run `apk add bubblewrap`.",
    "ID=arch, Run `pacman -S bubblewrap`.",
    "ID=own, Install the package bubblewrap."
  })
  void saysHowToInstallIt(String release, String remedy) throws IOException {
    file("/etc/os-release", release.replace(" ID_LIKE", "\nID_LIKE") + "\n");
    assertThat(Remedies.install(new Machine(root, Map.of()), "bubblewrap")).isEqualTo(remedy);
  }

  @Test
  void refusesAnOldOne() throws IOException {
    bubblewrap("bubblewrap 0.6.1", "exit 0");
    assertThat(refusal()).hasMessageContaining("0.6.1").hasMessageContaining("too old");
  }

  @Test
  void refusesWhatIsNoBubblewrap() throws IOException {
    bubblewrap("something else", "exit 0");
    assertThat(refusal()).hasMessageContaining("does not work");
    assertThat(refusal(Map.of("OTTERS_BWRAP", "/nowhere/bwrap")))
        .hasMessageContaining("cannot be run");
  }

  @ParameterizedTest
  @CsvSource({
    "/proc/sys/user/max_user_namespaces, 0, sysctl -w user.max_user_namespaces=15000",
    "/proc/sys/kernel/unprivileged_userns_clone, 0, sysctl -w kernel.unprivileged_userns_clone=1",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns, 1, /etc/apparmor.d/otters-bwrap",
    "/.dockerenv, x, --security-opt seccomp=unconfined",
    "/run/.containerenv, x, --security-opt systempaths=unconfined"
  })
  void saysWhatForbidsSandboxes(String path, String text, String remedy) throws IOException {
    bubblewrap("bubblewrap 0.8.0", "echo 'bwrap: No permissions to create new namespace'; exit 1");
    file(path, text);
    ExecutorException refused = refusal();
    assertThat(refused).hasMessageContaining("No permissions to create new namespace");
    assertThat(refused.remedy()).contains(remedy);
  }

  @Test
  void theProfileForAppArmorNamesTheProgram() throws IOException {
    bubblewrap("bubblewrap 0.9.0", "exit 1");
    file("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n");
    assertThat(refusal().remedy())
        .contains("profile otters-bwrap " + bwrap + " flags=(unconfined) { userns, }")
        .contains("apparmor_parser -r");
  }

  @Test
  void saysThatSomethingCoversProc() throws IOException {
    bubblewrap("bubblewrap 0.8.0", "echo \"bwrap: Can't mount proc on /newroot/proc\"; exit 1");
    assertThat(refusal().remedy()).contains("mounts below /proc");
    bubblewrap("bubblewrap 0.8.0", "exit 1");
    assertThat(refusal().remedy()).contains("--executor docker");
  }

  @Test
  void namesLimitsThatNobodyEnforces() {
    Machine machine = new Machine(root, Map.of());
    Cgroups none = Cgroups.find("", "test");
    assertThat(none.usable()).isEmpty();
    assertThat(SystemLimitations.of(machine, none.usable()))
        .extracting(limitation -> limitation.name())
        .contains(Limitations.MEMORY, Limitations.CPUS, Limitations.PIDS);
  }
}
