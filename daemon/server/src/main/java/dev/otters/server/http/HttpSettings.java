package dev.otters.server.http;

import java.time.Duration;

/**
 * Is how the API listens and what it bears.
 *
 * @param port on 127.0.0.1, 0 for any free one
 * @param heartbeat how long a stream may be silent; a dead client is noticed within it
 * @param tokenDeadline the time in which a connection to the port must show a token
 * @param largestJson bytes of a JSON request
 * @param largestUpload bytes of a build context
 */
public record HttpSettings(
    int port, Duration heartbeat, Duration tokenDeadline, int largestJson, long largestUpload) {
  /** Is the most bytes of a model's file. */
  static final long LARGEST_MODEL = 1L << 40;

  /** Returns what a daemon uses. */
  public static HttpSettings of(int port) {
    return new HttpSettings(
        port, Duration.ofSeconds(10), Duration.ofSeconds(10), 1 << 20, 2L << 30);
  }
}
