package dev.otters.models.provider;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A vendor played byte by byte: keeps what it was sent exactly as it came, and answers what a test
 * wrote down. One request per connection; the last answer is given again to later requests.
 */
public final class VendorSocket implements AutoCloseable {
  /** Plays one answer. */
  @FunctionalInterface
  public interface Answer {
    /** Writes the answer; the connection is closed afterwards. */
    void play(Line line) throws IOException, InterruptedException;
  }

  /**
   * One request.
   *
   * @param start its first line
   * @param headers their names in lower case
   */
  public record Request(String start, Map<String, String> headers, String body) {}

  /** The connection to one client, with its request. */
  public record Line(Socket socket, Request request) {
    /** Sends these bytes at once. */
    public Line send(byte[] bytes) throws IOException {
      OutputStream out = socket.getOutputStream();
      out.write(bytes);
      out.flush();
      return this;
    }

    /** Sends this text at once. */
    public Line send(String text) throws IOException {
      return send(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Begins a good answer of events, whose pieces {@link #piece} sends. */
    public Line begin() throws IOException {
      return send(
          String.join(
              "\r\n",
              "HTTP/1.1 200 OK",
              "Content-Type: text/event-stream; charset=utf-8",
              "Transfer-Encoding: chunked",
              "Connection: close",
              "",
              ""));
    }

    /** Sends one piece of the body. */
    public Line piece(byte[] bytes) throws IOException {
      ByteArrayOutputStream chunk = new ByteArrayOutputStream();
      chunk.writeBytes(
          (Integer.toHexString(bytes.length) + "\r\n").getBytes(StandardCharsets.UTF_8));
      chunk.writeBytes(bytes);
      chunk.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
      return send(chunk.toByteArray());
    }

    /** Sends one piece of the body. */
    public Line piece(String text) throws IOException {
      return piece(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Ends the body well. */
    public void end() throws IOException {
      send("0\r\n\r\n");
    }

    /** Says nothing more until the client closes the connection. */
    public void hold() throws IOException {
      InputStream in = socket.getInputStream();
      while (in.read() >= 0) {
        // What the client still sends is of no interest.
      }
    }
  }

  private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final BlockingDeque<Answer> answers = new LinkedBlockingDeque<>();
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final List<Socket> open = new CopyOnWriteArrayList<>();
  private final CountDownLatch left = new CountDownLatch(1);

  /** Listens on a free port. */
  public VendorSocket() throws IOException {
    Thread.ofVirtual().name("vendor").start(this::accept);
  }

  /** Returns the configuration of a provider of a vendor, without a key. */
  public static ProviderConfig config(String name, String kind, URI base) {
    return new ProviderConfig(
        name, kind, Optional.empty(), Optional.of(base), List.of(), Timeouts.STANDARD);
  }

  /** Returns a whole answer. */
  public static Answer whole(int status, String headers, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return line ->
        line.send("HTTP/1.1 " + status + " Whatever\r\nContent-Length: " + bytes.length + "\r\n")
            .send(headers + "\r\n")
            .send(bytes);
  }

  /** Returns an answer of JSON. */
  public static Answer json(int status, String body) {
    return whole(status, "Content-Type: application/json\r\n", body);
  }

  /** Returns a whole answer of events. */
  public static Answer events(String body) {
    return line -> line.begin().piece(body).end();
  }

  /** Plays these answers from now on, and repeats the last one. */
  public void plays(Answer... scripts) {
    answers.clear();
    answers.addAll(List.of(scripts));
  }

  /** Returns the address, with this path. */
  public URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getLocalPort() + path);
  }

  /** Returns the oldest request that was not yet taken. */
  public Request request() throws InterruptedException {
    Request request = requests.poll(10, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("no request came");
    }
    return request;
  }

  /** Returns how many requests came that were not taken. */
  public int untaken() {
    return requests.size();
  }

  /** Waits until a client has left an answer that was not at its end. */
  public boolean wasLeft(long millis) throws InterruptedException {
    return left.await(millis, TimeUnit.MILLISECONDS);
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        open.add(socket);
        Thread.ofVirtual().name("vendor-line").start(() -> serve(socket));
      } catch (IOException closed) {
        return;
      }
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      socket.setTcpNoDelay(true);
      Request request = read(socket.getInputStream());
      requests.add(request);
      Answer answer = answers.size() > 1 ? answers.take() : answers.peek();
      if (answer != null) {
        answer.play(new Line(socket, request));
      }
    } catch (IOException gone) {
      left.countDown();
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    left.countDown();
  }

  private static Request read(InputStream in) throws IOException {
    String start = line(in);
    Map<String, String> headers = new TreeMap<>();
    for (String header = line(in); !header.isEmpty(); header = line(in)) {
      int colon = header.indexOf(':');
      if (colon < 0) {
        throw new IOException("no header: " + header);
      }
      headers.put(
          header.substring(0, colon).toLowerCase(Locale.ROOT), header.substring(colon + 1).strip());
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    return new Request(start, headers, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int read = in.read(); read != '\n'; read = in.read()) {
      if (read < 0) {
        throw new IOException("the request ended early");
      }
      line.write(read);
    }
    return line.toString(StandardCharsets.UTF_8).stripTrailing();
  }

  @Override
  public void close() throws IOException {
    server.close();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
