package dev.otters.server.http;

import dev.otters.api.Problem;
import java.io.IOException;

/** The answer to a request. */
public sealed interface Reply {
  /** A record as JSON. */
  record Message(int status, Object body) implements Reply {}

  /** An answer without a body. */
  record Done() implements Reply {}

  /** A file that is written while it is sent. */
  record Download(String type, Writer writer) implements Reply {}

  /** A stream of events. */
  record Events(Source source) implements Reply {}

  /** A failed request. */
  record Failed(Problem problem) implements Reply {}

  /** Returns the status of the answer. */
  default int status() {
    return switch (this) {
      case Message(int status, Object _) -> status;
      case Done _ -> 204;
      case Download _, Events _ -> 200;
      case Failed(Problem problem) -> problem.status();
    };
  }

  /** Writes the events of one stream. */
  @FunctionalInterface
  interface Source {
    /**
     * Writes all events. Other exceptions than these two become a problem in the stream.
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
     * Writes the file. An exception before the first byte becomes a problem in the answer.
     *
     * @throws IOException when the client is gone
     */
    void write(dev.otters.server.http.Download out) throws IOException;
  }

  /** Returns the answer with a small file. */
  static Reply file(byte[] bytes) {
    return new Download("application/octet-stream", out -> out.write(bytes));
  }

  /** Returns the answer with a record. */
  static Reply of(Object body) {
    return new Message(200, body);
  }
}
