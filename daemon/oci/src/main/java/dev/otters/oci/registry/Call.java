package dev.otters.oci.registry;

import java.io.FileNotFoundException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * One HTTP request that can be sent again.
 *
 * @param extraTime how much longer than usual the answer may take
 */
record Call(
    String method, URI uri, Map<String, String> headers, BodyPublisher body, Duration extraTime) {
  private static final long SLOWEST_BYTES_PER_SECOND = 256 << 10;

  static Call get(URI uri, Map<String, String> headers) {
    return new Call("GET", uri, headers, BodyPublishers.noBody(), Duration.ZERO);
  }

  static Call of(String method, URI uri) {
    return new Call(method, uri, Map.of(), BodyPublishers.noBody(), Duration.ZERO);
  }

  static Call put(URI uri, String mediaType, byte[] content) {
    return new Call(
        "PUT",
        uri,
        Map.of("Content-Type", mediaType),
        BodyPublishers.ofByteArray(content),
        Duration.ZERO);
  }

  static Call put(URI uri, Path file, long size) throws FileNotFoundException {
    return new Call(
        "PUT",
        uri,
        Map.of("Content-Type", "application/octet-stream"),
        BodyPublishers.ofFile(file),
        Duration.ofSeconds(size / SLOWEST_BYTES_PER_SECOND));
  }

  Call to(URI target) {
    return new Call(method, target, headers, body, extraTime);
  }

  /** Tells whether an answer sends this call elsewhere; old redirects turn others into GET. */
  boolean isRedirectedBy(int status) {
    boolean plain = method.equals("GET") || method.equals("HEAD");
    return switch (status) {
      case 307, 308 -> true;
      case 301, 302, 303 -> plain;
      default -> false;
    };
  }
}
