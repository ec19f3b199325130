package dev.otters.oci.http;

import java.net.InetAddress;
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

  /** Tells whether a plain host says that it is this machine. */
  static boolean isLoopback(String plain) {
    return plain.equals("localhost")
        || address(plain).filter(InetAddress::isLoopbackAddress).isPresent();
  }
}
