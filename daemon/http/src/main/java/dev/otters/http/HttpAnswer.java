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
 * What a server answered; closing it gives its connection back, or up.
 *
 * @param headers by lower-case name
 * @param stream the body; reading it fails when the server stalls, or ends before it said
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
   * Reads a small body, or its beginning.
   *
   * @param largest how many bytes at most
   * @throws HttpStall when they are not here within a minute
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
            "the answer was not whole after " + Shown.of(time), new SocketTimeoutException());
      }
    }
    return bytes.toByteArray();
  }

  /**
   * Sets how long each read of the body waits from now on, however little it brings: a stream of
   * events has no least rate.
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
      // Nobody wants the rest.
    }
  }
}
