package dev.otters.oci;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ServerSocketFactory;
import javax.net.ssl.SSLContext;

/**
 * A TCP proxy to a port of this machine that injects faults into HTTP exchanges, or into the bytes
 * of whole connections.
 */
public final class FaultProxy implements AutoCloseable {
  private final ServerSocket socket;
  private final int port;
  private final boolean bytes;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final List<Socket> open = new ArrayList<>();
  private final List<String> requests = new ArrayList<>();
  private Optional<Fault> armed = Optional.empty();
  private int left;

  /** The fault of one exchange. */
  public enum Kind {
    /** The proxy forwards nothing more and keeps the connection open. */
    STALL,
    /** The connection ends. */
    CUT,
    /** One bit of one byte is another. */
    CORRUPT,
    /** The bytes that follow arrive in drops. */
    SLOW,
    /** The connection is reset before anything is passed on. */
    REFUSE,
    /** The answer is 503, and nothing is passed on. */
    UNAVAILABLE
  }

  /** The half of an exchange that has the fault. */
  public enum Half {
    REQUEST,
    ANSWER
  }

  /**
   * One fault.
   *
   * @param request part of the first line of the requests that are meant; empty where whole
   *     connections are
   * @param after how many bytes of the body, or of the connection, pass before; none of the head
   *     either if negative
   */
  public record Fault(Kind kind, Half half, String request, int after) {}

  /** Listens; {@code port} is where everything is passed on to. */
  public FaultProxy(int port) {
    this(ServerSocketFactory.getDefault(), port, false);
  }

  private FaultProxy(ServerSocketFactory sockets, int port, boolean bytes) {
    this.port = port;
    this.bytes = bytes;
    try {
      socket = sockets.createServerSocket(0, 50, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread _ = Thread.ofVirtual().start(this::accept);
  }

  /** Listens, and speaks TLS with its clients, but not with {@code port}. */
  public static FaultProxy overTls(int port, SSLContext tls) {
    return new FaultProxy(tls.getServerSocketFactory(), port, false);
  }

  /** Listens, and takes every connection for one exchange of bytes, whatever they mean. */
  public static FaultProxy ofBytes(int port) {
    return new FaultProxy(ServerSocketFactory.getDefault(), port, true);
  }

  /** Returns the host and port to connect to. */
  public String host() {
    return "127.0.0.1:" + socket.getLocalPort();
  }

  /** Spoils the next requests that are meant; what was armed before is forgotten. */
  public synchronized void arm(Fault fault, int times) {
    armed = Optional.of(fault);
    left = times;
  }

  /** Passes everything on from now. */
  public synchronized void heal() {
    armed = Optional.empty();
    left = 0;
  }

  /** Returns how often the armed fault can still happen. */
  public synchronized int left() {
    return left;
  }

  /** Returns the first lines of all requests; empty ones for connections of bytes. */
  public synchronized List<String> requests() {
    return List.copyOf(requests);
  }

  /** Closes all open connections, idle ones included. */
  public synchronized void hangUp() {
    open.forEach(FaultProxy::shut);
    open.clear();
  }

  @Override
  public synchronized void close() {
    closed.countDown();
    shut(socket);
    hangUp();
  }

  private void accept() {
    try {
      while (true) {
        pass(socket.accept());
      }
    } catch (IOException _) {
      // The proxy is closed.
    }
  }

  private void pass(Socket client) {
    try {
      Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
      synchronized (this) {
        open.addAll(List.of(client, server));
      }
      new Link(client, server).start();
    } catch (IOException _) {
      // The target refuses the connection, so the client loses its own.
      shut(client);
    }
  }

  /** Returns what is to happen to the exchange that begins with these bytes. */
  private synchronized Optional<Fault> next(String line) {
    requests.add(line);
    if (left == 0 || armed.filter(fault -> line.contains(fault.request)).isEmpty()) {
      return Optional.empty();
    }
    left--;
    return armed;
  }

  private static void shut(AutoCloseable thing) {
    try {
      thing.close();
    } catch (Exception _) {
      // It is gone already.
    }
  }

  /** One connection; its exchanges follow each other. */
  private final class Link {
    private final Socket client;
    private final Socket server;
    private volatile Spoiler requests = new Spoiler(Optional.empty());
    private volatile Spoiler answers = requests;

    Link(Socket client, Socket server) {
      this.client = client;
      this.server = server;
    }

    void start() throws IOException {
      if (bytes) {
        begin("");
        if (answers.fault.filter(fault -> fault.kind == Kind.REFUSE).isPresent()) {
          client.setSoLinger(true, 0);
          shut(client);
          shut(server);
          return;
        }
      }
      Thread.ofVirtual().start(() -> pump(client, server, Half.REQUEST));
      Thread.ofVirtual().start(() -> pump(server, client, Half.ANSWER));
    }

    private void pump(Socket from, Socket to, Half half) {
      byte[] buffer = new byte[16 << 10];
      try (from;
          to) {
        InputStream in = from.getInputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          if (half == Half.REQUEST && !bytes && begins(buffer, n) && isEnded(in)) {
            return;
          }
          Spoiler spoiler = half == Half.REQUEST ? requests : answers;
          if (spoiler.pass(buffer, n, to.getOutputStream())) {
            return;
          }
        }
      } catch (IOException _) {
        // One side went away, and now both have.
      } catch (InterruptedException _) {
        Thread.currentThread().interrupt();
      }
    }

    private boolean begins(byte[] buffer, int n) {
      String text = new String(buffer, 0, Math.min(n, 2000), ISO_8859_1);
      if (!text.matches("(?s)(GET|HEAD|POST|PUT|PATCH|DELETE) /.*")) {
        return false;
      }
      begin(text.lines().findFirst().orElse(""));
      return true;
    }

    private void begin(String line) {
      Optional<Fault> fault = next(line);
      requests = new Spoiler(fault.filter(f -> f.half == Half.REQUEST));
      answers = new Spoiler(fault.filter(f -> f.half == Half.ANSWER));
    }

    /** Does what needs no byte to pass. */
    private boolean isEnded(InputStream in) throws IOException {
      Optional<Kind> kind = answers.fault.map(Fault::kind);
      if (kind.filter(Kind.REFUSE::equals).isPresent()) {
        client.setSoLinger(true, 0);
        return true;
      }
      if (kind.filter(Kind.UNAVAILABLE::equals).isPresent()) {
        String answer = "HTTP/1.1 503 Busy\r\nConnection: close\r\nContent-Length: 0\r\n\r\n";
        client.getOutputStream().write(answer.getBytes(ISO_8859_1));
        client.shutdownOutput();
        return in.transferTo(OutputStream.nullOutputStream()) >= 0;
      }
      return false;
    }
  }

  /** One half of one exchange. */
  private final class Spoiler {
    private static final String END = "\r\n\r\n";
    private static final int DROP = 4 << 10;

    private final Optional<Fault> fault;
    private int headMatched = bytes ? END.length() : 0;
    private int body;
    private boolean slow;

    Spoiler(Optional<Fault> fault) {
      this.fault = fault;
    }

    /** Passes bytes on; tells whether that was the last that is heard of this connection. */
    boolean pass(byte[] buffer, int n, OutputStream out) throws IOException, InterruptedException {
      int at = fault.isEmpty() ? -1 : placeIn(buffer, n);
      if (at >= 0) {
        switch (fault.orElseThrow().kind) {
          case STALL, CUT, REFUSE, UNAVAILABLE -> {
            out.write(buffer, 0, at);
            out.flush();
            if (fault.get().kind == Kind.STALL) {
              closed.await();
            }
            return true;
          }
          case CORRUPT -> buffer[at] ^= 1;
          case SLOW -> slow = true;
        }
      }
      for (int sent = 0; sent < n; sent += DROP) {
        out.write(buffer, sent, Math.min(DROP, n - sent));
        out.flush();
        if (slow && closed.await(2, TimeUnit.MILLISECONDS)) {
          return true;
        }
      }
      return false;
    }

    private int placeIn(byte[] buffer, int n) {
      int after = fault.orElseThrow().after;
      if (after < 0) {
        return 0;
      }
      for (int i = 0; i < n; i++) {
        if (headMatched == END.length()) {
          if (body++ == after) {
            return i;
          }
        } else if (buffer[i] == END.charAt(headMatched)) {
          headMatched++;
        } else {
          headMatched = buffer[i] == '\r' ? 1 : 0;
        }
      }
      return -1;
    }
  }
}
