package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UserUnitTest {
  @TempDir Path folder;

  private String install(Map<String, String> environment) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    Path distribution = folder.resolve("my otters 100%");
    Path daemon = Files.createDirectories(distribution.resolve("bin")).resolve("ottersd");
    Files.writeString(daemon, "#!/bin/sh\n");
    assertThat(daemon.toFile().setExecutable(true)).isTrue();
    UserUnit.install(
        distribution, folder.resolve("home"), environment, folder.resolve("user"), stream);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void theUnitStartsTheDaemonOfThisDistributionOnThisHome() throws IOException {
    Path unit = folder.resolve("user/.config/systemd/user/ottersd.service");

    assertThat(install(Map.of("DOCKER_HOST", "unix:///run/d.sock", "SECRET", "x")))
        .startsWith("wrote " + unit + "\n")
        .contains("systemctl --user enable --now ottersd");

    assertThat(Files.readString(unit))
        .contains(
            "Environment=\"DOCKER_HOST=unix:///run/d.sock\"\n",
            "ExecStart=\""
                + folder
                + "/my otters 100%%/bin/ottersd\" serve --home \""
                + folder
                + "/home\"\n",
            "KillMode=process\n",
            "SuccessExitStatus=143\n")
        .doesNotContain("SECRET");
    assertThat(install(Map.of())).startsWith("replaced " + unit + "\n");
    assertThat(Files.readString(unit)).doesNotContain("DOCKER_HOST");
    try (Stream<Path> files = Files.list(unit.resolveSibling("."))) {
      assertThat(files).hasSize(1);
    }
  }

  private String uninstall() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    UserUnit.uninstall(Map.of(), folder.resolve("user"), stream);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void uninstallRemovesTheUnitAndItsLink() throws IOException {
    Path unit = folder.resolve("user/.config/systemd/user/ottersd.service");
    assertThat(install(Map.of())).contains("Remove the unit again:\n  ottersd uninstall\n");
    Path link = unit.resolveSibling("default.target.wants/ottersd.service");
    Files.createSymbolicLink(
        Files.createDirectories(link.resolveSibling(".")).resolve("ottersd.service"), unit);

    assertThat(uninstall())
        .startsWith("removed " + unit + "\n")
        .contains("  systemctl --user stop ottersd\n");
    assertThat(unit).doesNotExist();
    assertThat(link).isNotEqualTo(unit).doesNotExist();
    assertThat(Files.isSymbolicLink(link)).isFalse();
    assertThat(uninstall()).isEqualTo("nothing to remove: there is no unit " + unit + "\n");
  }

  @Test
  void aFolderThatCannotBeWrittenIsNamed() throws IOException {
    Path config = Files.writeString(folder.resolve("file"), "");
    Files.createDirectories(config.resolveSibling("systemd"));
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    Map<String, String> environment = Map.of("XDG_CONFIG_HOME", config.toString());
    assertThat(Main.run(List.of("uninstall"), environment, stream, stream)).isEqualTo(5);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("ottersd: cannot change the units in " + config + "/systemd/user: ")
        .endsWith(
            "\n  Make that folder writable for you, or set XDG_CONFIG_HOME to another one.\n");
  }

  @Test
  void systemdAcceptsTheUnit() throws Exception {
    Path verifier = Path.of("/usr/bin/systemd-analyze");
    assumeTrue(Files.isExecutable(verifier), "systemd-analyze is not installed");
    install(Map.of("XDG_CONFIG_HOME", folder.resolve("config").toString()));
    Path unit = folder.resolve("config/systemd/user/ottersd.service");
    Process verify =
        new ProcessBuilder(verifier.toString(), "verify", "--user", "--man=no", unit.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(verify.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(verify.waitFor()).isNotNegative();
    assertThat(said.lines().filter(line -> line.contains("ottersd"))).isEmpty();
  }

  @Test
  void installNeedsADistributionAndTakesNoExecutor() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    assertThat(Main.run(List.of("install"), Map.of(), stream, stream)).isEqualTo(1);
    assertThat(Main.run(List.of("install", "--executor", "docker"), Map.of(), stream, stream))
        .isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("'install' works only in a distribution", "ottersd install [--home DIR]");
  }
}
