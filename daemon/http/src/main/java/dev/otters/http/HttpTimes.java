package dev.otters.http;

import java.time.Duration;

/**
 * The timeouts of a connection.
 *
 * @param connect for a connection, including its TLS handshake
 * @param answer until the headers of a response have arrived
 * @param stall until the next bytes of a body are sent or received
 */
public record HttpTimes(Duration connect, Duration answer, Duration stall) {}
