package dev.otters.api;

import java.io.IOException;

/**
 * The values of a JSON text, one at a time. A new instance stands before the first value. Text that
 * is not JSON ends each method with an {@link IOException} or an unchecked exception of the
 * library.
 */
interface Tokens {
  /** The kind of a value. */
  enum Kind {
    OBJECT,
    ARRAY,
    TEXT,
    NUMBER,
    TRUE,
    FALSE,
    NULL
  }

  /** Moves to the only value; returns false if there is none. */
  boolean first() throws IOException;

  /** Moves to the next member of an object; returns false behind the last. */
  boolean nextMember() throws IOException;

  /** Moves to the next element of an array; returns false behind the last. */
  boolean nextElement() throws IOException;

  /** Returns whether the text ends behind the value that was read. */
  boolean atEnd() throws IOException;

  /** Returns the kind of the current value. */
  Kind kind();

  /** Returns the name of the current member; empty outside of objects. */
  String name();

  /** Passes over the current value with all that it contains. */
  void skip() throws IOException;

  /** Returns the current TEXT. */
  String text() throws IOException;

  /** Returns the bytes that the current TEXT holds in base64. */
  byte[] bytes() throws IOException;

  /**
   * Returns the current NUMBER: the smallest of Integer, Long and BigInteger that holds a whole
   * number, and a Double if it has a fraction or an exponent.
   */
  Number number() throws IOException;

  /** Returns the current place as {@code " (line 1, column 2)"}. */
  String place();
}
