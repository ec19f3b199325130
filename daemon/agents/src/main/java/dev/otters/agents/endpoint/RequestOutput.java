package dev.otters.agents.endpoint;

import dev.otters.home.time.Time;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The response to one request. A client that does not read for a while loses the connection. Not
 * thread-safe.
 */
final class RequestOutput {
  private static final Duration WRITE_WITHIN = Duration.ofSeconds(60);
  private static final String END = "Connection: close\r\n\r\n";

  private final SocketChannel channel;
  private final Time time;
  private final Runnable close;
  private boolean begun;

  /**
   * Creates an output.
   *
   * @param close closes the connection
   */
  RequestOutput(SocketChannel channel, Time time, Runnable close) {
    this.channel = channel;
    this.time = time;
    this.close = close;
  }

  /** Returns whether the final response has begun, after which no other can follow. */
  boolean begun() {
    return begun;
  }

  /** Sends a response that only asks the client to go on or to wait. */
  void interim(String status) throws IOException {
    write("HTTP/1.1 " + status + "\r\n\r\n");
  }

  /** Sends a whole response. */
  void json(String status, String headers, String body) throws IOException {
    begun = true;
    int length = body.getBytes(StandardCharsets.UTF_8).length;
    write(
        "HTTP/1.1 "
            + status
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + length
            + "\r\n"
            + headers
            + END
            + body);
  }

  /** Begins a stream of events. */
  void stream() throws IOException {
    begun = true;
    write(
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
            + "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n"
            + END);
  }

  /** Sends events of a stream. */
  void events(String events) throws IOException {
    if (!events.isEmpty()) {
      int length = events.getBytes(StandardCharsets.UTF_8).length;
      write(Integer.toHexString(length) + "\r\n" + events + "\r\n");
    }
  }

  /** Ends a stream of events. */
  void end() throws IOException {
    write("0\r\n\r\n");
  }

  private void write(String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    Time.Timer timer = time.after(WRITE_WITHIN, close);
    try {
      while (bytes.hasRemaining()) {
        int unused = channel.write(bytes);
      }
    } finally {
      timer.cancel();
    }
  }
}
