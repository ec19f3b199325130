package dev.otters.cli.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentList;
import dev.otters.api.system.Credentials;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.FakeDaemon;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectorTest {
  @TempDir Path folder;
  @AutoClose private Bench bench;

  @BeforeEach
  void start() throws IOException {
    bench = new Bench(folder);
    bench.daemon().answer("GET /v1/agents", new AgentList(List.of()));
  }

  private String sentToken() {
    return bench.daemon().requests().getLast().headers().get("authorization");
  }

  @Test
  void theTokenOfTheHomeIsSent() {
    assertThat(bench.run("ps").exit()).isZero();
    assertThat(sentToken()).isEqualTo("Bearer " + Bench.TOKEN);
  }

  @Test
  void theDaemonOfAHomeThatIsTooDeepForASocketIsFound() throws IOException {
    Path deep = Files.createDirectories(folder.resolve("d".repeat(120)));
    Files.copy(bench.home().resolve("credentials.json"), deep.resolve("credentials.json"));
    Bench.Run run = bench.variable("OTTERS_HOME", deep.toString()).run("ps", "--no-daemon-start");
    assertThat(run.err()).isEmpty();
    assertThat(run.exit()).isZero();
    assertThat(sentToken()).isEqualTo("Bearer " + Bench.TOKEN);
  }

  @Test
  void theEnvironmentsTokenIsPreferred() {
    bench.variable("OTTERS_TOKEN", "mine");
    assertThat(bench.run("ps").exit()).isZero();
    assertThat(sentToken()).isEqualTo("Bearer mine");
  }

  @Test
  void anotherDaemonNeverGetsTheTokenOfTheHome() throws IOException {
    Path other = folder.resolve("other.sock");
    try (FakeDaemon stranger = new FakeDaemon(other)) {
      Bench.Run run = bench.run("--host", "unix://" + other, "ps");
      assertThat(run.exit()).isEqualTo(5);
      assertThat(run.err())
          .contains("no token for the daemon at unix://" + other, "Set OTTERS_TOKEN");
      assertThat(stranger.requests()).isEmpty();
    }
  }

  @Test
  void theTcpAddressOfTheHomesDaemonMeansItsSocket() throws IOException {
    try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String tcp = "http://127.0.0.1:" + stranger.getLocalPort();
      writeCredentials(tcp);
      assertThat(bench.run("--host", tcp, "ps").exit()).isZero();
      assertThat(sentToken()).isEqualTo("Bearer " + Bench.TOKEN);
      bench.daemon().stop();
      assertThat(bench.run("--host", tcp, "ps").exit()).isEqualTo(6);
      stranger.setSoTimeout(100);
      assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(stranger::accept);
    }
  }

  @Test
  void theTcpAddressIsUsedWithATokenOfTheEnvironment() throws IOException {
    try (ServerSocket listener = new ServerSocket(0, 9, InetAddress.getLoopbackAddress())) {
      String tcp = "http://127.0.0.1:" + listener.getLocalPort();
      writeCredentials(tcp);
      AtomicInteger accepted = new AtomicInteger();
      Thread.ofVirtual().start(() -> hangUpOnAll(listener, accepted));
      assertThat(bench.variable("OTTERS_TOKEN", "mine").run("--host", tcp, "ps").exit())
          .isNotZero();
      assertThat(accepted).hasPositiveValue();
      assertThat(bench.daemon().requests()).isEmpty();
    }
  }

  private static void hangUpOnAll(ServerSocket listener, AtomicInteger accepted) {
    try {
      while (true) {
        try (Socket _ = listener.accept()) {
          accepted.incrementAndGet();
        }
      }
    } catch (IOException _) {
      // The test is over.
    }
  }

  private void writeCredentials(String tcp) throws IOException {
    Path socket = bench.home().resolve("otters.sock");
    Files.writeString(
        bench.home().resolve("credentials.json"),
        Json.write(new Credentials("unix://" + socket, Bench.TOKEN, tcp)));
  }

  @Test
  void aSocketThatAnotherUserServesGetsNoToken() throws IOException {
    Path file = bench.home().resolve("credentials.json");
    assumeTrue(Files.getOwner(file).getName().equals("root"));
    Files.setOwner(file, nobody());
    Bench.Run run = bench.run("ps");
    assertThat(run.exit()).isEqualTo(5);
    assertThat(run.err()).contains("otters.sock is served by user root", "belongs to user nobody");
    assertThat(bench.daemon().requests()).isEmpty();
  }

  @Test
  void aConnectionIsRefusedWhenAnotherUserListens() throws IOException {
    UserPrincipal other = nobody();
    Path socket = bench.home().resolve("otters.sock");
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> UnixSocket.connect(socket, other))
        .withMessageContaining("is served by user");
    UserPrincipal self = Files.getOwner(socket);
    try (UnixSocket connection = UnixSocket.connect(socket, self)) {
      assertThat(connection.isConnected()).isTrue();
    }
  }

  private UserPrincipal nobody() throws IOException {
    return folder.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody");
  }

  @Test
  void theHostMayBeNamedByOptionOrVariable() {
    String address = "unix://" + bench.home().resolve("otters.sock");
    assertThat(bench.run("ps", "-H", address).exit()).isZero();
    assertThat(bench.variable("OTTERSD_URL", address).run("ps").exit()).isZero();
  }

  @Test
  void aNamedDaemonThatDoesNotAnswerIsNotStarted() {
    Bench.Run run = bench.run("ps", "--host", "unix:///nowhere/o.sock");
    assertThat(run.exit()).isEqualTo(6);
    assertThat(run.err()).contains("no daemon answers at unix:///nowhere/o.sock: no such socket");
  }

  @Test
  void noDaemonIsStartedWhenThatIsForbidden() throws IOException {
    bench.daemon().stop();
    Bench.Run run = bench.run("ps", "--no-daemon-start");
    assertThat(run.exit()).isEqualTo(6);
    assertThat(run.err()).contains("no daemon answers", "ottersd serve");
  }

  @Test
  void aSocketThatNobodyServesIsNoDaemon() throws IOException {
    bench.daemon().stop();
    try (ServerSocketChannel dead = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      dead.bind(UnixDomainSocketAddress.of(bench.home().resolve("otters.sock")));
    }
    Bench.Run run = bench.run("ps", "--no-daemon-start");
    assertThat(run.exit()).isEqualTo(6);
    assertThat(run.err()).contains("refused");
  }

  @Test
  void damagedCredentialsAreNamed() throws IOException {
    Files.writeString(bench.home().resolve("credentials.json"), "{");
    Bench.Run run = bench.run("ps");
    assertThat(run.exit()).isEqualTo(5);
    assertThat(run.err()).contains("credentials.json is damaged");
  }

  @Test
  void anAnswerThatIsNoProblemIsShown() {
    bench
        .daemon()
        .on("GET /v1/agents", (request, reply) -> reply.json(502, "<html>bad gateway</html>"));
    Bench.Run run = bench.run("ps");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("the daemon answered with status 502", "bad gateway");
  }

  @Test
  void aConnectionThatBreaksIsADaemonThatWasLost() {
    bench.daemon().on("GET /v1/agents", (request, reply) -> {});
    Bench.Run run = bench.run("ps");
    assertThat(run.exit()).isEqualTo(6);
    assertThat(run.err())
        .contains("lost the connection to the daemon at unix://", "the daemon closed it");
  }

  @Test
  void credentialsThatAreNotWrittenYetAreWaitedFor() throws Exception {
    Path file = bench.home().resolve("credentials.json");
    String text = Files.readString(file);
    Files.delete(file);
    CompletableFuture<Bench.Run> run =
        CompletableFuture.supplyAsync(() -> bench.run("ps"), Thread::startVirtualThread);
    Path part = Files.writeString(bench.home().resolve("part"), text);
    Files.move(part, file);
    assertThat(run.get(10, TimeUnit.SECONDS).exit()).isZero();
  }
}
