package dev.otters.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads hosts as addresses of the web write them. */
final class HostNames {
  private HostNames() {}

  /** Returns a host in lower case and without brackets. */
  static String plain(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.startsWith("[") && lower.endsWith("]")
        ? lower.substring(1, lower.length() - 1)
        : lower;
  }

  /** Returns the address that a plain host is written as; empty for a name. Asks nobody. */
  static Optional<InetAddress> address(String plain) {
    try {
      return Optional.of(InetAddress.ofLiteral(plain));
    } catch (IllegalArgumentException name) {
      return Optional.empty();
    }
  }

  /**
   * Returns all addresses that programs read in a plain host without asking anybody: some take
   * numbers with a zero in front for octal ones, and read hexadecimal ones.
   */
  static List<InetAddress> readings(String plain) {
    String host = plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    List<InetAddress> readings = new ArrayList<>(address(host).stream().toList());
    try {
      readings.add(Inet4Address.ofPosixLiteral(host));
    } catch (IllegalArgumentException name) {
      // Then nobody reads a number in it.
    }
    if (host.equals("localhost") || host.endsWith(".localhost")) {
      readings.add(InetAddress.getLoopbackAddress());
    }
    return readings;
  }

  /** Tells whether a plain host says that it is this machine. */
  static boolean isLoopback(String plain) {
    return plain.equals("localhost")
        || address(plain).filter(InetAddress::isLoopbackAddress).isPresent();
  }
}
