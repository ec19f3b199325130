package dev.otters.server.http;

import dev.otters.api.Json;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Writes server-sent events to one client; each is on its way when the method returns. Used by the
 * thread that made it, which {@link #stop} interrupts, but not within a write: that would close the
 * connection.
 */
final class SseStream {
  private final OutputStream out;
  private final Duration heartbeat;
  private final Thread writer = Thread.currentThread();
  private boolean writing;
  private boolean stopping;
  private boolean endsConnection;

  SseStream(OutputStream out, Duration heartbeat) {
    this.out = out;
    this.heartbeat = heartbeat;
  }

  /** Returns how long the stream may be silent. */
  Duration heartbeat() {
    return heartbeat;
  }

  /** Sends an event that is not numbered. */
  void event(String name, Object data) throws IOException, InterruptedException {
    write("event: " + name + "\ndata: " + Json.write(data) + "\n\n");
  }

  /** Sends an event behind which a client can resume. */
  void event(long id, String name, Object data) throws IOException, InterruptedException {
    write("id: " + id + "\nevent: " + name + "\ndata: " + Json.write(data) + "\n\n");
  }

  /** Shows that the stream is alive, and finds out whether the client is. */
  void beat() throws IOException, InterruptedException {
    write(":\n\n");
  }

  /** Makes this the last of its connection, where the client would send on for long. */
  void endConnection() {
    endsConnection = true;
  }

  /** Returns whether the connection is closed behind this. */
  boolean endsConnection() {
    return endsConnection;
  }

  /** Interrupts the writer, once it does not write. */
  synchronized void stop() {
    stopping = true;
    if (!writing) {
      writer.interrupt();
    }
  }

  /** Ends a write that does not come to its end, since the client does not read. */
  synchronized void abort() {
    if (writing) {
      writer.interrupt();
    }
  }

  private void write(String text) throws IOException, InterruptedException {
    begin();
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (UncheckedIOException | CloseConnectionException e) {
      throw new IOException("the client is gone", e);
    } finally {
      end();
    }
  }

  private synchronized void begin() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    writing = true;
  }

  private synchronized void end() {
    writing = false;
    if (stopping) {
      writer.interrupt();
    }
  }
}
