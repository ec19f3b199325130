package dev.otters.egress;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.otters.home.ProcessUser;
import dev.otters.home.audit.AgentRefusals;
import dev.otters.home.audit.AuditLog;
import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import dev.otters.protocol.SandboxProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.UUID;

/** A proxy for one agent, and a host on this machine that the agent may reach. */
final class ProxyKit implements AutoCloseable {
  static final long DAY_LIMIT = 64L << 20;

  final UUID agent = UUID.randomUUID();
  final ManualTime time = new ManualTime();
  final Database database;
  final AuditLog audit;
  final EgressServer server;
  final ServerSocket host;
  private final Path folder;

  /** Starts a proxy whose files are in a folder. */
  ProxyKit(Path folder) throws IOException {
    this.folder = folder;
    this.database = Database.open(folder.resolve("daemon.db"));
    this.audit = new AuditLog(database, time);
    this.server = new EgressServer(database, new AgentRefusals(audit, time), time, DAY_LIMIT);
    this.host = new ServerSocket(0, 2_000, InetAddress.getLoopbackAddress());
    Agents.add(database, agent);
    allow(authority());
  }

  /** Opens the proxy again, with these rules. */
  void allow(String... rules) throws IOException {
    EgressAgent with =
        new EgressAgent(
            agent, "otters update bob", Arrays.stream(rules).map(HostRule::parse).toList());
    ProcessUser user = ProcessUser.current();
    server.open(agent, with, folder, user.uid(), user.gid());
  }

  /** Returns the host with its port. */
  String authority() {
    return "127.0.0.1:" + host.getLocalPort();
  }

  Path socket() {
    return folder.resolve(SandboxProxy.SOCKET);
  }

  SocketChannel connect() throws IOException {
    return SocketChannel.open(UnixDomainSocketAddress.of(socket()));
  }

  static void send(SocketChannel channel, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(ISO_8859_1));
    while (bytes.hasRemaining()) {
      int unused = channel.write(bytes);
    }
  }

  /** Reads a number of bytes, or fewer at the end. */
  static String read(SocketChannel channel, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    int read = 0;
    while (read >= 0 && bytes.hasRemaining()) {
      read = channel.read(bytes);
    }
    return new String(bytes.array(), 0, bytes.position(), ISO_8859_1);
  }

  /** Reads to the end. */
  static String readAll(SocketChannel channel) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    String part = read(channel, 4_096);
    while (!part.isEmpty()) {
      all.writeBytes(part.getBytes(ISO_8859_1));
      part = read(channel, 4_096);
    }
    return all.toString(ISO_8859_1);
  }

  /** Sends a text and returns the whole answer. */
  String ask(String text) throws IOException {
    try (SocketChannel channel = connect()) {
      send(channel, text);
      return readAll(channel);
    }
  }

  /** Waits until the proxy has noted contacts. */
  void awaitContacts(int count) {
    while (server.contacts(agent).size() < count) {
      Thread.onSpinWait();
    }
  }

  /** Waits until a number of clients is connected and served, with their deadlines set. */
  void awaitClients(int count) {
    while (server.clients() != count || server.served() != count) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
    host.close();
    database.close();
  }
}
