package dev.otters.server.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** One request on a connection of its own, byte by byte as written here. */
final class Http implements AutoCloseable {
  private final SocketChannel channel;
  private final InputStream in;
  private int status;
  private final Map<String, String> headers = new LinkedHashMap<>();

  /** Is one server-sent event; empty strings for what it has not. */
  record Event(String id, String name, String data) {}

  private Http(SocketChannel channel) {
    this.channel = channel;
    this.in = new BufferedInputStream(Channels.newInputStream(channel));
  }

  /**
   * Sends the head and the body, and reads nothing. Both are one write: a server that refuses the
   * head may not wait for the body.
   */
  static Http send(SocketAddress to, String head, byte[] body) {
    try {
      Http http = new Http(SocketChannel.open(to));
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(head.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
      all.writeBytes(body);
      http.write(all.toByteArray());
      return http;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  /** Sends the same bytes again and again, until the other side takes no more. */
  void sendUntilClosed(byte[] bytes) {
    try {
      while (true) {
        write(bytes);
      }
    } catch (IOException closed) {
      // What was answered before is still there to be read.
    }
  }

  /** Reads until the other side closes the connection. */
  void awaitEnd() {
    try {
      var unused = in.readAllBytes();
    } catch (IOException closed) {
      // The other side did not read all that was sent.
    }
  }

  /** Reads the head of the answer. */
  Http head() {
    try {
      status = Integer.parseInt(line().split(" ", -1)[1]);
      for (String line = line(); !line.isEmpty(); line = line()) {
        int colon = line.indexOf(':');
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
      return this;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int status() {
    return status;
  }

  String header(String name) {
    return headers.getOrDefault(name, "");
  }

  /** Reads the whole body. */
  String body() {
    try {
      if (headers.containsKey("content-length")) {
        return new String(
            in.readNBytes(Integer.parseInt(header("content-length"))), StandardCharsets.UTF_8);
      }
      StringBuilder all = new StringBuilder();
      for (String chunk = chunk(); !chunk.isEmpty(); chunk = chunk()) {
        all.append(chunk);
      }
      return all.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the trailers after the body, and returns one. */
  String trailer(String name) {
    try {
      for (String line = line(); !line.isEmpty(); line = line()) {
        int colon = line.indexOf(':');
        headers.put(
            line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
      }
      return header(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private final StringBuilder unread = new StringBuilder();

  /** Reads the next event; comments are passed over. The end of the stream has the name "". */
  Event event() {
    Event event = frame();
    while (event.name().equals(":")) {
      event = frame();
    }
    return event;
  }

  /** Reads the next event or comment, whose name is ":". */
  Event frame() {
    try {
      int end = unread.indexOf("\n\n");
      while (end < 0) {
        String chunk = chunk();
        if (chunk.isEmpty()) {
          return new Event("", "", "");
        }
        unread.append(chunk);
        end = unread.indexOf("\n\n");
      }
      String frame = unread.substring(0, end);
      unread.delete(0, end + 2);
      return parse(frame);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads all events until the stream ends. */
  List<Event> events() {
    List<Event> events = new ArrayList<>();
    for (Event event = event(); !event.name().isEmpty(); event = event()) {
      events.add(event);
    }
    return events;
  }

  private static Event parse(String frame) {
    if (frame.startsWith(":")) {
      return new Event("", ":", "");
    }
    Map<String, String> fields = new LinkedHashMap<>();
    for (String line : frame.split("\n", -1)) {
      int colon = line.indexOf(": ");
      fields.put(line.substring(0, colon), line.substring(colon + 2));
    }
    return new Event(
        fields.getOrDefault("id", ""), fields.get("event"), fields.getOrDefault("data", ""));
  }

  private String chunk() throws IOException {
    int size = Integer.parseInt(line(), 16);
    String chunk = new String(in.readNBytes(size), StandardCharsets.UTF_8);
    line();
    return chunk;
  }

  private String line() throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int b = in.read(); b != '\n'; b = in.read()) {
      if (b < 0) {
        throw new EOFException("the connection ended");
      }
      line.write(b);
    }
    return line.toString(StandardCharsets.UTF_8).strip();
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
