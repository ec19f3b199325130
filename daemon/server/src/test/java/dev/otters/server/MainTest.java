package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.Home;
import dev.otters.home.HomeLock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  @TempDir Path folder;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void aSecondDaemonOnAHomeIsRefusedWithThePidOfTheFirst() throws IOException {
    Home home = Home.open(folder.resolve("h"));
    try (HomeLock lock = HomeLock.acquire(home)) {
      assertThat(lock).isNotNull();
      assertThat(run("serve", "--home", home.folder().toString())).isEqualTo(4);
    }

    assertThat(text(err))
        .startsWith(
            "ottersd: another daemon (pid "
                + ProcessHandle.current().pid()
                + ") serves "
                + home.folder())
        .endsWith(
            "\n  Stop it with 'OTTERS_HOME=%s otters daemon stop', or choose another home with --home.\n"
                .formatted(home.folder()));
  }

  @Test
  void aMistakeInTheConfigurationIsShownWithItsLine() throws IOException {
    Files.writeString(
        Files.createDirectory(folder.resolve("h")).resolve("ottersd.yaml"), "port: 0\nprot: 1\n");

    assertThat(run("--home", folder.resolve("h").toString())).isEqualTo(2);
    assertThat(text(err))
        .contains("ottersd.yaml:2:1: unknown key 'prot'")
        .contains("Use only these keys: executor, bin-mounts, port");
  }

  @Test
  void helpAndVersionNeedNoHome() {
    assertThat(run("--version")).isZero();
    assertThat(run("--help")).isZero();
    assertThat(text(out)).contains("ottersd " + Release.version()).contains("usage: ottersd");
    assertThat(Release.version()).matches("\\d+\\.\\d+\\.\\d+.*");
  }

  @Test
  void unknownArgumentsAreRefused() {
    assertThat(run("start")).isEqualTo(2);
    assertThat(run("serve", "--home")).isEqualTo(2);
    assertThat(run("serve", "--executor")).isEqualTo(2);
    assertThat(text(err)).contains("unknown arguments start").contains("usage: ottersd");
  }

  @Test
  void anExecutorThatIsNoneOrCannotBeADefaultIsRefusedBeforeAnythingStarts() {
    String home = folder.resolve("h").toString();

    assertThat(run("serve", "--executor", "podman", "--home", home)).isEqualTo(2);
    assertThat(text(err)).contains("ottersd serve --executor is 'podman'", "Use docker or system");
    assertThat(run(Map.of("OTTERS_EXECUTOR", "unsandboxed"), "--home", home)).isEqualTo(2);
    assertThat(text(err))
        .contains("OTTERS_EXECUTOR is 'unsandboxed'", "run --executor system --unsandboxed");
    assertThat(folder.resolve("h/otters.sock")).doesNotExist();
  }

  private int run(String... args) {
    return run(Map.of(), args);
  }

  private int run(Map<String, String> more, String... args) {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("OTTERS_HOME", folder.resolve("unused").toString());
    return Main.run(List.of(args), environment, stream(out), stream(err));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
