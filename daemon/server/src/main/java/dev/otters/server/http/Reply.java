package dev.otters.server.http;

import java.io.IOException;
import java.io.OutputStream;

/** Is how a request is answered. */
sealed interface Reply {
  /** Is a record as JSON. */
  record Message(int status, Object body) implements Reply {}

  /** Says that it was done, and nothing else. */
  record Done() implements Reply {}

  /** Is a file that is written while it is sent. */
  record Download(String type, Writer writer) implements Reply {}

  /** Is a stream of events. */
  record Events(Source source) implements Reply {}

  /** Writes the events of one stream. */
  @FunctionalInterface
  interface Source {
    /**
     * Writes all of them; what it throws but for these two is told to the client.
     *
     * @throws IOException when the client is gone
     * @throws InterruptedException when the daemon stops
     */
    void send(SseStream stream) throws IOException, InterruptedException;
  }

  /** Writes a file. */
  @FunctionalInterface
  interface Writer {
    /**
     * Writes all of it; what it throws before the first byte is told to the client.
     *
     * @throws IOException when the client is gone
     */
    void write(OutputStream out) throws IOException;
  }

  static Reply of(Object body) {
    return new Message(200, body);
  }
}
