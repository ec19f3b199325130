package dev.otters.agents.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.agents.AgentKit;
import dev.otters.home.audit.AuditCall;
import dev.otters.home.audit.AuditLog;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Notice;
import dev.otters.protocol.Protocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** Where agents' sockets are made, and whom they serve. */
class WireSocketTest extends WireKitTest {
  @Test
  void aPathThatIsTooLongLeavesNothingBehind() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("x".repeat(120)));
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(
            () -> kit.wire.open(UUID.randomUUID(), deep, kit.id("unix:uid"), kit.id("unix:gid")));
    assertThat(deep).isEmptyDirectory();
  }

  @Test
  void aRuntimeIsNotAskedToStopBeforeItHasItsWelcome() throws Exception {
    kit.directory.verified = new CountDownLatch(1);
    RuntimeClient runtime = kit.connect();
    CompletableFuture<Answer.Welcome> welcome =
        runtime.begin(new Call.Hello(Protocol.VERSION, kit.token(), List.of(), "1.2"));
    AgentKit.eventually("its token is accepted", () -> kit.wire.runtime(kit.agent).isPresent());
    assertThat(kit.wire.stop(kit.agent, Duration.ofSeconds(3))).isFalse();

    kit.directory.verified.countDown();
    RuntimeClient.await(welcome);
    AgentKit.eventually(
        "it is asked to stop", () -> kit.wire.stop(kit.agent, Duration.ofSeconds(3)));
    assertThat(runtime.notice()).isEqualTo(new Notice.Stop(3000));
  }

  @Test
  void aSocketOfAnotherUserServesThatUserAlone() throws IOException {
    assumeTrue(kit.id("unix:uid") == 0, "needs root");
    UUID other = UUID.randomUUID();
    Path otherFolder = Files.createDirectory(folder.resolve("o"));
    kit.wire.open(other, otherFolder, 64_000, 64_000);
    Path socket = otherFolder.resolve("d.sock");
    assertThat(Files.getAttribute(socket, "unix:uid")).isEqualTo(64_000);
    try (RuntimeClient root = RuntimeClient.connect(socket)) {
      root.awaitClose();
    }
    AuditCall connect =
        new AuditCall("connect", other + "/" + System.getProperty("user.name"), "-", "agent");
    assertThat(kit.audit.newest(10))
        .containsExactly(new AuditLog.Entry(kit.time.now(), connect, OptionalLong.of(403), 1));
  }
}
