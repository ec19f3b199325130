package dev.otters.oci.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a server answered; closing it gives its connection back, or up.
 *
 * @param headers by lower-case name
 * @param stream the body; reading it fails when the server stalls, or ends before it said
 */
public record HttpAnswer(int status, Map<String, List<String>> headers, InputStream stream)
    implements AutoCloseable {
  /** Returns the first value of a header. */
  public Optional<String> first(String name) {
    return all(name).stream().findFirst();
  }

  /** Returns all values of a header. */
  public List<String> all(String name) {
    return headers.getOrDefault(name, List.of());
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException alreadyGone) {
      // Nobody wants the rest.
    }
  }
}
