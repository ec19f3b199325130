package dev.otters.http;

/**
 * The conditions for a connection to a server.
 *
 * @param addresses decides which addresses the server may have
 */
public record HttpRoute(AddressRule addresses, Trust trust) {}
