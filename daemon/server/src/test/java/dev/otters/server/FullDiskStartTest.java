package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.Json;
import dev.otters.api.system.Credentials;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.executor.testkit.FakeExecutor;
import dev.otters.home.time.SmallDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon that starts while an agent takes every byte that becomes free. */
class FullDiskStartTest {
  @TempDir Path folder;
  private final FakeEngine engine = new FakeEngine();
  private Optional<SmallDisk> disk = Optional.empty();

  @BeforeEach
  void mount() throws IOException {
    disk = SmallDisk.mount(folder.resolve("disk"), 32);
    assumeTrue(disk.isPresent(), "only root can mount");
    start(() -> {}).close();
  }

  @AfterEach
  void unmount() throws IOException {
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  @Test
  void theOldCredentialsStayIfTheyStillServe() throws IOException {
    String before = Files.readString(credentials());

    try (Daemon daemon = start(this::fill)) {
      assertThat(daemon.port()).isPositive();
      assertThat(credentials()).hasContent(before.strip());
      assertThat(credentials().resolveSibling("otters.sock")).exists();
    }
  }

  @Test
  void theOldCredentialsLoseAPortThatAnotherProgramMayHave() throws IOException {
    Credentials old = Json.read(Files.readString(credentials()), Credentials.class);
    Credentials crashed = new Credentials(old.endpoint(), old.token(), "http://127.0.0.1:9");
    Files.writeString(credentials(), Json.write(crashed));

    try (Daemon daemon = start(this::fill)) {
      assertThat(daemon.port()).isPositive();
      assertThat(Json.read(Files.readString(credentials()), Credentials.class)).isEqualTo(old);
    }
  }

  @Test
  void theOldCredentialsKeepTheirPortIfErasingItNeedsSpace() throws IOException {
    Credentials old = Json.read(Files.readString(credentials()), Credentials.class);
    Credentials crashed = new Credentials(old.endpoint(), old.token(), "http://127.0.0.1:9");
    Path original = Files.createDirectory(folder.resolve("original"));
    Files.writeString(original.resolve("file"), Json.write(crashed));
    Optional<Path> view = disk.orElseThrow().copyOnWrite(original);
    assumeTrue(view.isPresent(), "the kernel has no overlays");
    Files.delete(credentials());
    Files.createSymbolicLink(credentials(), view.get().resolve("file"));

    try (Daemon daemon = start(this::fill)) {
      assertThat(daemon.port()).isPositive();
      assertThat(Json.read(Files.readString(credentials()), Credentials.class)).isEqualTo(crashed);
    }
  }

  @Test
  void theStartFailsIfTheOldCredentialsNameAnotherSocket() throws IOException {
    Credentials old = Json.read(Files.readString(credentials()), Credentials.class);
    Files.writeString(
        credentials(), Json.write(new Credentials("unix:///gone", old.token(), null)));

    assertThatThrownBy(() -> start(this::fill))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
  }

  /** Starts a daemon that opens its executor after the agents took what they could. */
  private Daemon start(Runnable agents) throws IOException {
    return Daemon.start(
        TestOptions.of(
            home(),
            folder,
            Map.of(),
            home -> {
              agents.run();
              return new FakeExecutor(engine, home.id());
            }));
  }

  private void fill() {
    try {
      SmallDisk.fill(disk.orElseThrow().folder().resolve("filler"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path home() {
    return disk.orElseThrow().folder().resolve("h");
  }

  private Path credentials() {
    return home().resolve("credentials.json");
  }
}
