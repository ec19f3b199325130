package dev.otters.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.otters.home.ProcessUser;
import dev.otters.home.audit.AuditCall;
import dev.otters.home.audit.AuditLog;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class EgressServerTest {
  private static final String SOCKS = "\5\1\0\5\1\0";

  @TempDir private Path folder;
  private ProxyKit kit;

  @BeforeEach
  void start() throws IOException {
    kit = new ProxyKit(folder);
  }

  @AfterEach
  void stop() throws IOException {
    kit.close();
  }

  @Test
  void aClientOfAnotherUserIsRefusedAndInTheAudit() throws IOException {
    assumeTrue(ProcessUser.current().isRoot(), "only root can give a socket to another user");
    EgressAgent agent = new EgressAgent(kit.agent, "otters update bob", List.of());
    kit.server.open(kit.agent, agent, folder, 4711, 4711);
    try (SocketChannel stranger = kit.connect()) {
      assertThat(ProxyKit.readAll(stranger)).isEmpty();
    }
    AuditCall connect =
        new AuditCall("connect", kit.agent + "/" + System.getProperty("user.name"), "-", "egress");
    assertThat(kit.audit.newest(10)).extracting(AuditLog.Entry::call).containsExactly(connect);
  }

  /** Opens a tunnel, and returns the host's end. */
  private Socket tunnel(SocketChannel client) throws IOException {
    ProxyKit.send(client, "CONNECT " + kit.authority() + " HTTP/1.1\r\n\r\n");
    Socket accepted = kit.host.accept();
    String established = "HTTP/1.1 200 Connection established\r\n\r\n";
    assertThat(ProxyKit.read(client, established.length())).isEqualTo(established);
    return accepted;
  }

  /** Writes until the other end is closed. */
  private static void flood(Socket host, byte[] bytes) {
    try {
      while (true) {
        host.getOutputStream().write(bytes);
      }
    } catch (IOException closed) {
      return;
    }
  }

  private static String address(int port) {
    return "\u007f\0\0\1" + (char) (port >> 8) + (char) (port & 0xff);
  }

  @Test
  void aTunnelCarriesBytesBothWaysAndEndsOneWayAtATime() throws Exception {
    try (SocketChannel client = kit.connect();
        Socket host = tunnel(client)) {
      ProxyKit.send(client, "question");
      client.shutdownOutput();
      assertThat(host.getInputStream().readAllBytes()).asString().isEqualTo("question");
      host.getOutputStream().write("the answer".getBytes(StandardCharsets.US_ASCII));
      host.shutdownOutput();
      assertThat(ProxyKit.readAll(client)).isEqualTo("the answer");
    }
    kit.awaitContacts(1);
    Contact contact = kit.server.contacts(kit.agent).getFirst();
    assertThat(contact.allowed()).isTrue();
    assertThat(contact.rule()).isEqualTo(kit.authority());
    assertThat(contact.sent()).isEqualTo(8);
    assertThat(contact.received()).isEqualTo(10);
  }

  @Test
  void aPlainRequestReachesTheHostWithItsBody() throws Exception {
    try (SocketChannel client = kit.connect()) {
      ProxyKit.send(
          client,
          "POST http://" + kit.authority() + "/x HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody");
      client.shutdownOutput();
      try (Socket host = kit.host.accept()) {
        String expected =
            "POST /x HTTP/1.1\r\nHost: "
                + kit.authority()
                + "\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody";
        assertThat(host.getInputStream().readAllBytes()).asString().isEqualTo(expected);
        host.getOutputStream()
            .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      }
      assertThat(ProxyKit.readAll(client)).isEqualTo("HTTP/1.1 204 No Content\r\n\r\n");
    }
  }

  @Test
  void socksCarriesBytesToo() throws Exception {
    try (SocketChannel client = kit.connect()) {
      ProxyKit.send(client, SOCKS + "\1" + address(kit.host.getLocalPort()) + "early");
      try (Socket host = kit.host.accept()) {
        assertThat(ProxyKit.read(client, 12)).isEqualTo("\5\0\5\0\0\1\0\0\0\0\0\0");
        assertThat(new String(host.getInputStream().readNBytes(5), StandardCharsets.US_ASCII))
            .isEqualTo("early");
      }
    }
  }

  @Test
  void aRefusalSaysHowTheOperatorCanAllowTheHost() throws Exception {
    String text =
        "This agent may not connect to api.example.com:8443: no rule allows it. The operator can"
            + " allow it with: otters update bob --allow-host api.example.com:8443\n";
    assertThat(kit.ask("CONNECT API.example.com:8443 HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 403 Host not allowed\r\n")
        .endsWith("\r\n\r\n" + text);
    assertThat(
            kit.ask(
                "PUT http://api.example.com:8443/ HTTP/1.1\r\nContent-Length: 200000\r\n\r\n"
                    + "x".repeat(200_000)))
        .endsWith("\r\n\r\n" + text);
    assertThat(kit.ask(SOCKS + "\3\17api.example.com\40\373"))
        .isEqualTo("\5\0\5\2\0\1\0\0\0\0\0\0");
    Contact contact = kit.server.contacts(kit.agent).getFirst();
    assertThat(contact.allowed()).isFalse();
    assertThat(contact.host()).isEqualTo("api.example.com");
    assertThat(contact.connections()).isEqualTo(3);
    assertThat(contact.sent()).isZero();
  }

  @Test
  void newRulesHoldForTheNextConnection() throws Exception {
    kit.allow("other.example");
    assertThat(kit.ask("CONNECT " + kit.authority() + " HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 403 ");
  }

  @Test
  void aHostThatDoesNotAnswerIsAnErrorOfTheGateway() throws Exception {
    String authority = kit.authority();
    kit.host.close();
    assertThat(kit.ask("CONNECT " + authority + " HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 502 Host not reachable\r\n")
        .contains("Cannot connect to " + authority + ": ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\26\3\1\2\0\1\0\1\374\3\3\r\n\r\n",
        "\4\1\0\120\177\0\0\1\0\r\n\r\n",
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "PRI * HTTP/2.0\r\n\r\n",
        "GET http://127.1/ HTTP/1.1\r\n\r\n",
      })
  void nonsenseIsAnswered(String text) throws Exception {
    assertThat(kit.ask(text))
        .startsWith("HTTP/1.1 400 Malformed request\r\n")
        .contains("It speaks HTTP, CONNECT and SOCKS5.");
  }

  @Test
  void anEndlessHeadIsRefused() throws Exception {
    assertThat(kit.ask("GET http://" + kit.authority() + "/ HTTP/1.1\r\nX: " + "x".repeat(20_000)))
        .startsWith("HTTP/1.1 400 ")
        .contains("more than 16384 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\5\1\2",
        "\5\1\0\4\1\0\1\u007f\0\0\1\0\120",
        "\5\1\0\5\2\0\1\u007f\0\0\1\0\120",
        "\5\1\0\5\3\0\1\u007f\0\0\1\0\120",
        "\5\1\0\5\1\0\1\u007f\0\0\1\0\0",
        "\5\1\0\5\1\0\3\n127.0.0.01\0\120",
        "\5\1\0\5\1\0\3\0\0\120",
        "\5\1\0\5\1\0\7\0\120",
      })
  void wrongSocksIsRefused(String text) throws Exception {
    String answer = kit.ask(text);
    assertThat(answer).startsWith("\5").doesNotContain("\5\0\0\1", "HTTP");
    assertThat(kit.server.contacts(kit.agent)).isEmpty();
  }

  @Test
  void aClientThatNeverFinishesItsHeadIsClosed() throws Exception {
    try (SocketChannel client = kit.connect()) {
      ProxyKit.send(client, "CONNECT ");
      kit.awaitClients(1);
      kit.time.advance(Duration.ofSeconds(5));
      kit.time.advance(Duration.ofSeconds(10));
      assertThat(ProxyKit.readAll(client)).isEmpty();
    }
  }

  @Test
  void aSilentTunnelIsClosedAndABusyOneIsNot() throws Exception {
    try (SocketChannel client = kit.connect();
        Socket host = tunnel(client)) {
      OutputStream out = host.getOutputStream();
      for (int minutes = 0; minutes < 15; minutes += 5) {
        out.write('x');
        assertThat(ProxyKit.read(client, 1)).isEqualTo("x");
        kit.time.advance(Duration.ofMinutes(5));
      }
      kit.time.advance(Duration.ofMinutes(11));
      assertThat(host.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void atTheLimitOfTheDayConnectionsAreClosedAndNewOnesLearnWhy() throws Exception {
    byte[] much = new byte[1 << 20];
    try (SocketChannel client = kit.connect();
        Socket host = tunnel(client)) {
      Thread sender = Thread.ofVirtual().start(() -> flood(host, much));
      long received = 0;
      int last = 1;
      while (last > 0) {
        last = ProxyKit.read(client, 1 << 16).length();
        received += last;
      }
      sender.join();
      assertThat(received)
          .isBetween(ProxyKit.DAY_LIMIT - (1 << 20), ProxyKit.DAY_LIMIT + (1 << 20));
    }

    assertThat(kit.ask("CONNECT " + kit.authority() + " HTTP/1.1\r\n\r\n"))
        .startsWith("HTTP/1.1 429 Limit of the day reached\r\n")
        .contains("64 MiB", "egress-limit in ottersd.yaml", "otters daemon stop");

    kit.time.advance(Duration.ofDays(1));
    try (SocketChannel client = kit.connect();
        Socket host = tunnel(client)) {
      assertThat(host.isConnected()).isTrue();
    }
  }

  @Test
  void anAgentHasALimitedNumberOfConnections() throws Exception {
    List<SocketChannel> open = new ArrayList<>();
    try {
      for (int i = 0; i < AgentProxy.MOST_CLIENTS; i++) {
        open.add(kit.connect());
      }
      kit.awaitClients(AgentProxy.MOST_CLIENTS);
      assertThat(kit.ask("")).startsWith("HTTP/1.1 503 Too many connections\r\n");
      open.removeFirst().close();
      kit.awaitClients(AgentProxy.MOST_CLIENTS - 1);
      assertThat(kit.ask("CONNECT a.example:1 HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 403 ");
    } finally {
      for (SocketChannel channel : open) {
        channel.close();
      }
    }
  }

  @Test
  void aThousandClientsMayConnectAtOnce() throws Exception {
    List<SocketChannel> open = new ArrayList<>();
    try {
      for (int i = 0; i < 1_000; i++) {
        SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX);
        open.add(client);
        client.configureBlocking(false);
        assertThat(client.connect(UnixDomainSocketAddress.of(kit.socket()))).isTrue();
      }
      kit.awaitClients(1_000);
    } finally {
      for (SocketChannel channel : open) {
        channel.close();
      }
    }
  }

  @Test
  void closingAnAgentEndsItsConnectionsAndRemovesItsSocket() throws Exception {
    try (SocketChannel client = kit.connect();
        Socket host = tunnel(client)) {
      kit.server.close(kit.agent);
      assertThat(host.getInputStream().read()).isEqualTo(-1);
      assertThat(ProxyKit.readAll(client)).isEmpty();
    }
    assertThat(kit.socket()).doesNotExist();
    assertThatThrownBy(kit::connect).isInstanceOf(IOException.class);
  }

  @Test
  void theSocketIsPrivate() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kit.socket())))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\r\n",
        "Content-Length: 4\r\n\r\nbody",
        "Transfer-Encoding: chunked\r\n\r\n4;x=y\r\nbody\r\n0\r\nTrailer: a\r\n\r\n",
      })
  void aPlainConnectionCarriesOneRequest(String rest) throws Exception {
    String request = "POST http://" + kit.authority() + "/ HTTP/1.1\r\n" + rest;
    String other = "GET http://b.example/ HTTP/1.1\r\nCookie: secret\r\n\r\n";
    assertThat(kit.ask(request + other))
        .startsWith("HTTP/1.1 400 ")
        .contains("a connection carries one plain request");

    try (SocketChannel client = kit.connect()) {
      ProxyKit.send(client, request);
      try (Socket host = kit.host.accept()) {
        host.getOutputStream()
            .write("HTTP/1.1 204 No Content\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(ProxyKit.read(client, 27)).isEqualTo("HTTP/1.1 204 No Content\r\n\r\n");
        ProxyKit.send(client, other);
        assertThat(host.getInputStream().readAllBytes())
            .asString()
            .startsWith("POST / HTTP/1.1\r\n")
            .doesNotContain("secret");
      }
      assertThat(ProxyKit.readAll(client)).isEmpty();
    }
  }

  @Test
  void aHostThatIgnoresTheEndOfItsClientIsLeftSoon() throws Exception {
    SocketChannel client = kit.connect();
    try (Socket host = tunnel(client)) {
      client.close();
      assertThat(host.getInputStream().read()).isEqualTo(-1);
      kit.time.advance(Duration.ofSeconds(55));
      assertThat(kit.server.clients()).isEqualTo(1);
      kit.time.advance(Duration.ofSeconds(11));
      kit.awaitClients(0);
    }
  }

  @Test
  void aTunnelThatTheDaemonEndsIsNoted() throws Exception {
    try (SocketChannel client = kit.connect();
        Socket host = tunnel(client)) {
      ProxyKit.send(client, "question");
      assertThat(host.getInputStream().readNBytes(8)).hasSize(8);
      kit.server.close();
      assertThat(kit.server.contacts(kit.agent)).hasSize(1);
    }
  }
}
