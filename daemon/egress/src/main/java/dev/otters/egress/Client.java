package dev.otters.egress;

import dev.otters.home.time.Time;
import dev.otters.protocol.Relay;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A connection of an agent's tool to the proxy, and the one to the host that it asked for. */
final class Client {
  private static final Duration REQUEST_WITHIN = Duration.ofSeconds(10);
  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(60);
  private static final Duration LONGEST_SILENCE = Duration.ofMinutes(10);

  /** How long a host may be silent whose client sends no more. */
  private static final Duration LAST_SILENCE = Duration.ofMinutes(1);

  private static final int ONE_CONNECT_MILLIS = 10_000;
  private static final int MOST_DRAINED = 1 << 20;
  private static final String MORE = "a connection carries one plain request";

  private final EgressAgent agent;
  private final SocketChannel tool;
  private final Router router;
  private final Contacts contacts;
  private final Traffic traffic;
  private final Time time;
  private volatile @Nullable SocketChannel host;
  private volatile @Nullable Relay relay;
  private volatile long touched;
  private volatile Duration patience = REQUEST_WITHIN;

  Client(
      EgressAgent agent,
      SocketChannel tool,
      Router router,
      Contacts contacts,
      Traffic traffic,
      Time time) {
    this.agent = agent;
    this.tool = tool;
    this.router = router;
    this.contacts = contacts;
    this.traffic = traffic;
    this.time = time;
    extend(REQUEST_WITHIN);
  }

  /** Serves the client to its end. Closing it from another thread ends this early. */
  void run() {
    try {
      ClientInput in = new ClientInput(tool);
      if (in.peek() == SocksOpening.VERSION) {
        serve(in, SocksOpening.read(in, tool));
      } else {
        serveHttp(in);
      }
    } catch (IOException gone) {
      // The tool or the daemon closed the connection; there is no one to answer.
      return;
    } finally {
      close();
    }
  }

  private void serveHttp(ClientInput in) throws IOException {
    HttpOpening opening;
    try {
      opening = HttpOpening.read(in.head());
    } catch (MalformedRequestException malformed) {
      answer(HttpOpening.answer(malformed(malformed)));
      return;
    }
    serve(in, opening);
  }

  private static Refusal malformed(MalformedRequestException problem) {
    return new Refusal(
        Refusal.Kind.MALFORMED,
        "The egress proxy does not understand this request: "
            + problem.getMessage()
            + ". It speaks HTTP, CONNECT and SOCKS5.");
  }

  private void serve(ClientInput in, Opening opening) throws IOException {
    extend(CONNECT_WITHIN);
    Destination wanted = opening.destination();
    if (opening.allowed(in.rest()) < in.rest().remaining()) {
      answer(HttpOpening.answer(malformed(new MalformedRequestException(MORE))));
      return;
    }
    switch (router.find(agent.rules(), wanted)) {
      case Route.Allowed(HostRule rule, List<InetAddress> addresses) ->
          connect(in, opening, rule, addresses);
      case Route.Denied denied -> {
        note(wanted, false, denied.missing(), 1, 0, 0);
        answer(opening.refused(new Refusal(Refusal.Kind.DENIED, agent.denial(wanted, denied))));
      }
      case Route.Unknown(String why, HostRule rule) -> {
        note(wanted, true, rule, 1, 0, 0);
        answer(
            opening.refused(
                new Refusal(Refusal.Kind.UNKNOWN, "Cannot find the host: " + why + ".")));
      }
    }
  }

  private void connect(ClientInput in, Opening opening, HostRule rule, List<InetAddress> addresses)
      throws IOException {
    Destination wanted = opening.destination();
    note(wanted, true, rule, 1, 0, 0);
    if (!traffic.add(agent.id(), 0)) {
      answer(opening.refused(new Refusal(Refusal.Kind.SPENT, traffic.spent())));
      return;
    }
    SocketChannel server;
    try {
      server = connect(addresses, wanted.port());
    } catch (IOException unreachable) {
      String why = "Cannot connect to " + wanted + ": " + unreachable.getMessage() + ".";
      answer(opening.refused(new Refusal(Refusal.Kind.UNREACHABLE, why)));
      return;
    }
    host = server;
    if (!tool.isOpen()) {
      server.close();
      return;
    }
    Relay copies = new Relay(tool, server, opening::allowed);
    relay = copies;
    int early = opening.request().length + in.rest().remaining();
    try {
      extend(LONGEST_SILENCE);
      send(tool, ByteBuffer.wrap(opening.connected()));
      send(server, ByteBuffer.wrap(opening.request()));
      send(server, in.rest());
      count(early);
      copies.run(this::count);
    } finally {
      note(wanted, true, rule, 0, early + copies.sent(), copies.received());
    }
  }

  /** Counts bytes, and ends both connections at the limit. */
  private void count(long bytes) {
    extend(LONGEST_SILENCE);
    if (!traffic.add(agent.id(), bytes)) {
      close();
    }
  }

  private SocketChannel connect(List<InetAddress> addresses, int port) throws IOException {
    IOException last = new IOException("it has no address");
    for (InetAddress address : addresses) {
      if (!tool.isOpen()) {
        throw new ClosedChannelException();
      }
      SocketChannel channel = SocketChannel.open();
      host = channel;
      try {
        channel.socket().connect(new InetSocketAddress(address, port), ONE_CONNECT_MILLIS);
        return channel;
      } catch (IOException e) {
        channel.close();
        last = e;
      }
    }
    throw last;
  }

  private void note(
      Destination wanted,
      boolean allowed,
      HostRule rule,
      int connections,
      long sent,
      long received) {
    contacts.add(
        agent.id(),
        new Contact(
            wanted.host().toString(),
            wanted.port(),
            allowed,
            rule.toString(),
            connections,
            sent,
            received,
            time.now()));
  }

  /**
   * Answers, and reads on for a while: a client that is still sending loses an answer if the
   * connection is closed at once.
   */
  private void answer(byte[] bytes) throws IOException {
    extend(REQUEST_WITHIN);
    send(tool, ByteBuffer.wrap(bytes));
    tool.shutdownOutput();
    ByteBuffer drain = ByteBuffer.allocate(ClientInput.MOST_BYTES);
    int drained = 0;
    int read = 0;
    while (read >= 0 && drained < MOST_DRAINED) {
      drained += read;
      read = tool.read(drain.clear());
    }
  }

  private static void send(SocketChannel channel, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int unused = channel.write(bytes);
    }
  }

  private void extend(Duration longest) {
    patience = longest;
    touched = time.nanos();
  }

  /** Closes the connection if nothing has happened for too long. */
  void closeIfLate() {
    Relay open = relay;
    Duration longest = open != null && open.clientEnded() ? LAST_SILENCE : patience;
    if (time.nanos() - touched > longest.toNanos()) {
      close();
    }
  }

  /** Closes both connections. Idempotent. */
  void close() {
    close(tool);
    SocketChannel other = host;
    if (other != null) {
      close(other);
    }
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException alreadyBroken) {
      // A socket that cannot be closed is broken already.
      return;
    }
  }
}
