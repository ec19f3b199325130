package dev.otters.server.http;

import java.time.Duration;

/**
 * The address and limits of the API.
 *
 * @param port the port on 127.0.0.1, 0 for any free one
 * @param heartbeat the longest silence of a stream, and the time to notice a dead client
 * @param tokenDeadline the time that a connection to the port has to show a token
 * @param messageDeadline the time in which a message with files must arrive
 * @param largestJson the largest JSON request in bytes
 * @param largestUpload the largest build context in bytes
 */
public record HttpSettings(
    int port,
    Duration heartbeat,
    Duration tokenDeadline,
    Duration messageDeadline,
    int largestJson,
    long largestUpload) {
  /** The largest file of a model in bytes. */
  static final long LARGEST_MODEL = 1L << 40;

  /** Returns the settings of a daemon. */
  public static HttpSettings of(int port) {
    return new HttpSettings(
        port,
        Duration.ofSeconds(10),
        Duration.ofSeconds(10),
        Duration.ofSeconds(60),
        1 << 20,
        2L << 30);
  }
}
