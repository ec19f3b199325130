package dev.otters.http;

/**
 * How a server may be reached.
 *
 * @param addresses which addresses its name may stand for
 * @param trust whose certificates are believed
 */
public record HttpRoute(AddressRule addresses, Trust trust) {}
