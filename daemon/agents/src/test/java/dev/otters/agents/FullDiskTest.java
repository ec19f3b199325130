package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.agents.logs.AgentLog;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.wire.RuntimeClient;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.LogLine;
import dev.otters.api.agent.RunRequest;
import dev.otters.home.store.StoreException;
import dev.otters.home.time.SmallDisk;
import dev.otters.protocol.Block;
import dev.otters.protocol.Call;
import dev.otters.protocol.Notice;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An agent that fills the disk of the home, on a small disk of its own. */
class FullDiskTest {
  @TempDir Path folder;
  private Optional<SmallDisk> disk = Optional.empty();
  private Optional<AgentKit> kit = Optional.empty();

  @BeforeEach
  void mount() throws IOException {
    disk = SmallDisk.mount(folder.resolve("disk"), 32);
    assumeTrue(disk.isPresent(), "only root can mount");
    kit = Optional.of(new AgentKit(disk.get().folder()));
  }

  @AfterEach
  void unmount() throws IOException {
    if (kit.isPresent()) {
      kit.get().close();
    }
    if (disk.isPresent()) {
      disk.get().close();
    }
  }

  @Test
  void theAgentThatFillsTheDiskCanBeRemoved() throws IOException {
    AgentView agent = kit().run();
    fill(agent);

    kit().keeper().remove("guide", true, false);
    assertThat(kit().leftovers()).isEmpty();
    assertThat(kit().run().name()).isEqualTo("guide");
  }

  @Test
  void aWorkspaceIsKeptWithoutAFreeByte() throws IOException {
    AgentView agent = kit().run();
    fill(agent);

    kit().keeper().remove("guide", true, true);
    assertThat(kit().home.kept().resolve("guide-" + agent.id()).resolve("full")).exists();
  }

  @Test
  void theAgentThatFillsTheDiskCanBeStoppedAndRemovedAfterARestartOfTheDaemon() throws IOException {
    AgentView agent = kit().run();
    fill(agent);

    kit().close();
    kit().open();
    assertThat(kit().state(agent)).isInstanceOf(Lifecycle.Ready.class);
    assertThat(kit().keeper().stop("guide", Duration.ofSeconds(5)).state().status())
        .isEqualTo(AgentStatus.STOPPED);
    kit().close();
    kit().open();
    kit().keeper().remove("guide", false, false);
    assertThat(kit().leftovers()).isEmpty();
  }

  @Test
  void anAgentThatTakesEveryFreeByteIsStoppedBeforeTheReserveIsUsed() throws IOException {
    AtomicLong left = new AtomicLong();
    AtomicBoolean running = new AtomicBoolean(true);
    Thread thief = Thread.ofPlatform().unstarted(() -> takeEveryFreeByte(running));
    kit()
        .engine
        .program(
            sandbox -> {
              int code = kit().becomeReady(sandbox);
              left.set(reserved());
              running.set(false);
              thief.join();
              return code;
            });
    fill(kit().run());
    long before = reserved();
    thief.start();

    assertThat(kit().keeper().stop("guide", Duration.ofSeconds(5)).state().status())
        .isEqualTo(AgentStatus.STOPPED);
    assertThat(before).isPositive();
    assertThat(left).hasValue(before);
  }

  @Test
  void anAgentOnAFullDiskHasItsTimeToStop() throws IOException {
    AtomicReference<Notice> heard = new AtomicReference<>();
    kit()
        .engine
        .program(
            sandbox -> {
              try (RuntimeClient client = kit().connect(sandbox)) {
                var unused = client.begin(new Call.Ready(List.of()));
                heard.set(client.notice());
                return 0;
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    fill(kit().run());

    kit().keeper().stop("guide", Duration.ofSeconds(5));
    assertThat(heard).hasValue(new Notice.Stop(5000));
  }

  @Test
  void aRuntimeCannotStoreANewPromptOnAFullDiskButItsOldOneIsGood() throws IOException {
    AgentView agent = kit().run();
    UUID id = UUID.fromString(agent.id());
    fill(agent);
    long before = reserved();

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(
            () -> kit().directory().ready(id, List.of(new Block("AGENT", "", "x".repeat(1 << 19)))))
        .matches(StoreException::full);
    assertThatCode(() -> kit().directory().ready(id, List.of())).doesNotThrowAnyException();
    assertThat(reserved()).isEqualTo(before);
  }

  @Test
  void noAgentIsMadeOnAFullDisk() throws IOException {
    AgentView agent = kit().run();
    fill(agent);

    assertThatExceptionOfType(StoreException.class)
        .isThrownBy(() -> kit().run(RunRequest.of("guide:1")))
        .matches(StoreException::full);
    assertThat(kit().keeper().list(true).agents()).hasSize(1);
  }

  @Test
  void theLogGoesOnWhenThereIsRoomAgainAndSaysWhatIsMissing() throws IOException {
    AgentView agent = kit().run();
    AgentLog log = kit().logs().of(UUID.fromString(agent.id()));
    fill(agent);
    log.append(new LogLine(Instant.now(), "stdout", "x".repeat(10_000)));
    log.append(new LogLine(Instant.now(), "stdout", "y".repeat(10_000)));
    Files.delete(full(agent));
    log.append(new LogLine(Instant.now(), "stdout", "room again"));

    assertThat(log.tail(2, Optional.empty()))
        .extracting(LogLine::text)
        .containsExactly("lines lost here: 2 (No space left on device)", "room again");
  }

  private void takeEveryFreeByte(AtomicBoolean running) {
    try (OutputStream out = Files.newOutputStream(disk.orElseThrow().folder().resolve("loot"))) {
      while (running.get()) {
        takePage(out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void takePage(OutputStream out) {
    try {
      out.write(new byte[1 << 12]);
    } catch (IOException _) {
      Thread.onSpinWait();
    }
  }

  private long reserved() {
    return kit().home.database().resolveSibling("daemon.db-reserve").toFile().length();
  }

  private AgentKit kit() {
    return kit.orElseThrow();
  }

  private void fill(AgentView agent) throws IOException {
    SmallDisk.fill(full(agent));
  }

  private Path full(AgentView agent) {
    return kit().root(agent).resolve("workspace/full");
  }
}
