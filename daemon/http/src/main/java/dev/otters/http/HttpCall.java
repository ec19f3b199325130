package dev.otters.http;

import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request.
 *
 * @param uri an absolute {@code http} or {@code https} URL
 * @param extraTime the time that the response may take in addition to the usual one
 */
public record HttpCall(
    String method, URI uri, Map<String, String> headers, HttpBody body, Duration extraTime) {
  private static final long SLOWEST_BYTES_PER_SECOND = 256 << 10;

  /** Creates a request without a body. */
  public static HttpCall of(String method, URI uri, Map<String, String> headers) {
    return new HttpCall(method, uri, headers, HttpBody.EMPTY, Duration.ZERO);
  }

  /** Creates a request with a body. A large body gives the server more time to respond. */
  public static HttpCall of(String method, URI uri, Map<String, String> headers, HttpBody body) {
    Duration extra = Duration.ofSeconds(body.length() / SLOWEST_BYTES_PER_SECOND);
    return new HttpCall(method, uri, headers, body, extra);
  }

  /** Returns the same request for another URL. */
  public HttpCall to(URI target) {
    return new HttpCall(method, target, headers, body, extraTime);
  }

  /** Returns the same request with one more header. */
  public HttpCall with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new HttpCall(method, uri, more, body, extraTime);
  }

  /** Returns whether a status redirects this request. 301 to 303 do so for GET and HEAD only. */
  public boolean isRedirectedBy(int status) {
    boolean plain = method.equals("GET") || method.equals("HEAD");
    return switch (status) {
      case 307, 308 -> true;
      case 301, 302, 303 -> plain;
      default -> false;
    };
  }
}
