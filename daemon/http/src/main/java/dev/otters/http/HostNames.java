package dev.otters.http;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Parses the host part of a URL. */
final class HostNames {
  private HostNames() {}

  /** Returns a host in lower case and without brackets. */
  static String plain(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.startsWith("[") && lower.endsWith("]")
        ? lower.substring(1, lower.length() - 1)
        : lower;
  }

  /** Returns the address that a plain host spells; empty for a name. Does not use DNS. */
  static Optional<InetAddress> address(String plain) {
    try {
      return Optional.of(InetAddress.ofLiteral(plain));
    } catch (IllegalArgumentException name) {
      return Optional.empty();
    }
  }

  /**
   * Returns every address that a program may read in a plain host without DNS. Some programs treat
   * a number with a leading zero as octal, and accept hexadecimal numbers.
   */
  static List<InetAddress> readings(String plain) {
    String host = plain.endsWith(".") ? plain.substring(0, plain.length() - 1) : plain;
    List<InetAddress> readings = new ArrayList<>(address(host).stream().toList());
    try {
      readings.add(Inet4Address.ofPosixLiteral(host));
    } catch (IllegalArgumentException name) {
      // The host is a name.
    }
    if (host.equals("localhost") || host.endsWith(".localhost")) {
      readings.add(InetAddress.getLoopbackAddress());
    }
    return readings;
  }

  /** Returns whether a plain host names this machine. */
  static boolean isLoopback(String plain) {
    return plain.equals("localhost")
        || address(plain).filter(InetAddress::isLoopbackAddress).isPresent();
  }
}
