package dev.otters.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A response. Closing it returns its connection to the pool or closes the connection.
 *
 * @param headers their values by lower-case name
 * @param stream the body; a read fails if the server stalls or ends the body early
 */
public record HttpAnswer(int status, Map<String, List<String>> headers, InputStream stream)
    implements AutoCloseable {
  private static final Duration LONGEST = Duration.ofMinutes(1);

  /** Returns the first value of a header. */
  public Optional<String> first(String name) {
    return all(name).stream().findFirst();
  }

  /** Returns all values of a header. */
  public List<String> all(String name) {
    return headers.getOrDefault(name, List.of());
  }

  /**
   * Reads a small body, or the beginning of a large one.
   *
   * @param largest the number of bytes to read at most
   * @throws HttpStall if reading takes longer than a minute
   */
  public byte[] bytes(int largest) throws IOException {
    return bytes(largest, LONGEST);
  }

  byte[] bytes(int largest, Duration time) throws IOException {
    long began = System.nanoTime();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] step = new byte[16 << 10];
    while (bytes.size() < largest) {
      int count = stream.read(step, 0, Math.min(step.length, largest - bytes.size()));
      if (count < 0) {
        break;
      }
      bytes.write(step, 0, count);
      if (System.nanoTime() - began > time.toNanos()) {
        throw new HttpStall(
            "the response was incomplete after " + Shown.of(time), new SocketTimeoutException());
      }
    }
    return bytes.toByteArray();
  }

  /**
   * Sets how long each further read of the body waits. The body then has no minimum rate, which
   * suits a stream of events.
   */
  public void patience(Duration longest) throws IOException {
    if (stream instanceof HttpAnswerBody body) {
      body.patience(longest);
    }
  }

  @Override
  public void close() {
    try {
      stream.close();
    } catch (IOException alreadyGone) {
      // The rest of the body is not needed.
    }
  }
}
