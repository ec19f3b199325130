package dev.otters.cli.client;

import java.io.IOException;
import java.io.OutputStream;

/** The body of a request. */
public sealed interface Content {
  /** No body. */
  record None() implements Content {}

  /** A record as JSON. */
  record Message(Object value) implements Content {}

  /** A tar that is written while it is sent. */
  record Tar(Writer writer) implements Content {}

  /**
   * A file that is written while it is sent.
   *
   * @param length its size
   */
  record Bytes(long length, Writer writer) implements Content {}

  /** Writes a body. */
  interface Writer {
    /** Writes the whole body. */
    void write(OutputStream out) throws IOException;
  }

  /** Returns no body. */
  static Content none() {
    return new None();
  }
}
