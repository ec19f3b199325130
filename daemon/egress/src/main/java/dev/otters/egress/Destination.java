package dev.otters.egress;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * A host and a port that a client asks for.
 *
 * @param port from 1 to 65,535
 */
public record Destination(Host host, int port) {
  private static final int MOST = 65_535;

  /**
   * Parses {@code HOST:PORT}.
   *
   * @param usual the port of a text without one; 0 if there must be one
   * @return empty if it is something else
   */
  static Optional<Destination> parse(String text, int usual) {
    int colon = text.lastIndexOf(':');
    boolean given = colon > text.lastIndexOf(']');
    OptionalInt port = given ? port(text.substring(colon + 1)) : OptionalInt.of(usual);
    if (port.isEmpty() || port.getAsInt() == 0) {
      return Optional.empty();
    }
    return Host.parse(given ? text.substring(0, colon) : text)
        .map(host -> new Destination(host, port.getAsInt()));
  }

  /** Parses a port; empty if it is not a number from 1 to 65,535. */
  static OptionalInt port(String text) {
    boolean digits =
        !text.isEmpty() && text.length() <= 5 && text.chars().allMatch(Destination::isDigit);
    int port = digits ? Integer.parseInt(text) : 0;
    return port >= 1 && port <= MOST ? OptionalInt.of(port) : OptionalInt.empty();
  }

  private static boolean isDigit(int character) {
    return character >= '0' && character <= '9';
  }

  /** Returns {@code HOST:PORT}. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
