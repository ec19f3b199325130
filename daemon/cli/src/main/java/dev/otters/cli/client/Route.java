package dev.otters.cli.client;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Builds the path and query of a request. */
public final class Route {
  private final StringBuilder text = new StringBuilder("/v1");
  private final List<Map.Entry<String, String>> headers = new ArrayList<>();
  private char separator = '?';

  private Route() {}

  /**
   * Starts a route below {@code /v1} with these segments.
   *
   * @throws ApiException when a segment would change the path
   */
  public static Route of(String... segments) {
    Route route = new Route();
    for (String segment : segments) {
      if (segment.isEmpty() || segment.matches("\\.\\.?|.*/.*")) {
        throw ApiException.of(
            ErrorCode.INVALID_REQUEST,
            "'" + segment + "' is not a valid name",
            "Give the name or id of an agent or session. See 'otters ps -a'.");
      }
      route.text.append('/').append(encode(segment));
    }
    return route;
  }

  /** Adds a parameter. */
  public Route with(String name, String value) {
    text.append(separator).append(encode(name)).append('=').append(encode(value));
    separator = '&';
    return this;
  }

  /** Adds a parameter for each value. */
  public Route withAll(String name, Collection<String> values) {
    values.forEach(value -> with(name, value));
    return this;
  }

  /** Adds {@code name=true} if the condition holds. */
  public Route when(boolean so, String name) {
    return so ? with(name, "true") : this;
  }

  /** Adds a header; its value never appears in messages. */
  public Route header(String name, String value) {
    headers.add(Map.entry(name, value));
    return this;
  }

  /** Returns the values of a header. */
  public Stream<String> headers(String name) {
    return headers.stream().filter(header -> header.getKey().equals(name)).map(Map.Entry::getValue);
  }

  List<Map.Entry<String, String>> headers() {
    return headers;
  }

  @Override
  public String toString() {
    return text.toString();
  }

  private static String encode(String value) {
    StringBuilder encoded = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      if (c < 128 && (Character.isLetterOrDigit(c) || "-._~:@".indexOf(c) >= 0)) {
        encoded.append(c);
      } else {
        encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
      }
    }
    return encoded.toString();
  }
}
