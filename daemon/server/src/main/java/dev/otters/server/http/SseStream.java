package dev.otters.server.http;

import dev.otters.api.Json;
import dev.otters.api.Problem;
import io.helidon.webserver.CloseConnectionException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes server-sent events to one client, each flushed before the method returns. Used by the
 * thread that created it. {@link #stop} interrupts that thread, but not during a write, which would
 * close the connection.
 */
final class SseStream {
  /** Short, because a client that follows one prompt is soon gone, which only a beat notices. */
  private static final Duration FIRST_SILENCE = Duration.ofMillis(100);

  private final OutputStream out;
  private final Duration heartbeat;
  private Duration silence;
  private final Thread writer = Thread.currentThread();
  private boolean writing;
  private @Nullable Problem end;
  private boolean endsConnection;

  SseStream(OutputStream out, Duration heartbeat) {
    this.out = out;
    this.heartbeat = heartbeat;
    this.silence = shorter(FIRST_SILENCE, heartbeat);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }

  /** Returns how long the stream may be silent now. It doubles with each beat, up to a limit. */
  Duration heartbeat() {
    return silence;
  }

  /** Sends an event without a number. */
  void event(String name, Object data) throws IOException, InterruptedException {
    write("event: " + name + "\ndata: " + Json.write(data) + "\n\n");
  }

  /** Sends an event with a number, after which a client can resume. */
  void event(long id, String name, Object data) throws IOException, InterruptedException {
    write("id: " + id + "\nevent: " + name + "\ndata: " + Json.write(data) + "\n\n");
  }

  /** Sends a comment, which fails if the client is gone and has said so. */
  void probe() throws IOException, InterruptedException {
    write(":\n\n");
  }

  /** Sends a comment as {@link #probe} does, before a longer silence. */
  void beat() throws IOException, InterruptedException {
    probe();
    silence = shorter(silence.multipliedBy(2), heartbeat);
  }

  /** Closes the connection after the stream, since the client would continue to send. */
  void endConnection() {
    endsConnection = true;
  }

  /** Returns whether to close the connection after the stream. */
  boolean endsConnection() {
    return endsConnection;
  }

  /** Interrupts the thread as soon as it does not write. The first reason to stop counts. */
  synchronized void stop(Problem why) {
    end = end == null ? why : end;
    if (!writing) {
      writer.interrupt();
    }
  }

  /** Returns why the stream must stop; empty while it need not. */
  synchronized Optional<Problem> stopped() {
    return Optional.ofNullable(end);
  }

  /** Interrupts a write that blocks because the client does not read. */
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
    if (end != null) {
      writer.interrupt();
    }
  }
}
