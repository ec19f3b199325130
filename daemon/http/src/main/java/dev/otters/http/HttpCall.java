package dev.otters.http;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One request that can be sent again.
 *
 * @param uri absolute, {@code http} or {@code https}
 * @param extraTime how much longer than usual the answer may take
 */
public record HttpCall(
    String method, URI uri, Map<String, String> headers, HttpBody body, Duration extraTime) {
  private static final long SLOWEST_BYTES_PER_SECOND = 256 << 10;

  /** Makes a call without a body. */
  public static HttpCall of(String method, URI uri, Map<String, String> headers) {
    return new HttpCall(method, uri, headers, HttpBody.EMPTY, Duration.ZERO);
  }

  /** Makes a call with a body; a large one gives the server more time to answer. */
  public static HttpCall of(String method, URI uri, Map<String, String> headers, HttpBody body) {
    Duration extra = Duration.ofSeconds(body.length() / SLOWEST_BYTES_PER_SECOND);
    return new HttpCall(method, uri, headers, body, extra);
  }

  /** Returns the same call to another place. */
  public HttpCall to(URI target) {
    return new HttpCall(method, target, headers, body, extraTime);
  }

  /** Returns the same call with one more header. */
  public HttpCall with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new HttpCall(method, uri, more, body, extraTime);
  }

  /** Tells whether an answer sends this call elsewhere; old redirects turn others into GET. */
  public boolean isRedirectedBy(int status) {
    boolean plain = method.equals("GET") || method.equals("HEAD");
    return switch (status) {
      case 307, 308 -> true;
      case 301, 302, 303 -> plain;
      default -> false;
    };
  }
}
