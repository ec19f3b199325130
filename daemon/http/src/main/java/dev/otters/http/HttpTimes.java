package dev.otters.http;

import java.time.Duration;

/**
 * How long a server is waited for.
 *
 * @param connect for one connection, with its TLS handshake
 * @param answer until the headers of an answer are there
 * @param stall until the next bytes of a body are taken or given
 */
public record HttpTimes(Duration connect, Duration answer, Duration stall) {}
