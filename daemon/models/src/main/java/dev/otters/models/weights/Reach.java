package dev.otters.models.weights;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Decides where a source may send the daemon on to. A source out in the world may not send it into
 * the daemon's own network, nor to where nothing is encrypted.
 *
 * @param inside whether a host is this machine or on its network
 */
record Reach(Predicate<String> inside) {
  /** Looks hosts up. */
  static final Reach STANDARD = new Reach(Reach::isInside);

  /**
   * Returns why a source may not send the daemon to an address, empty when it may.
   *
   * @param source the address that the operator or the release chose
   */
  Optional<String> refusal(URI source, URI next) {
    String scheme = String.valueOf(next.getScheme()).toLowerCase(Locale.ROOT);
    if (next.getHost() == null || !(scheme.equals("https") || scheme.equals("http"))) {
      return Optional.of("it is no web address");
    }
    if (next.getRawUserInfo() != null) {
      return Optional.of("it holds a password");
    }
    if (inside.test(source.getHost())) {
      return Optional.empty();
    }
    if (!scheme.equals("https")) {
      return Optional.of("it is not https");
    }
    return inside.test(next.getHost())
        ? Optional.of("it is an address of this machine's own network")
        : Optional.empty();
  }

  private static boolean isInside(String host) {
    String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    try {
      for (InetAddress address : InetAddress.getAllByName(plain)) {
        if (isInside(address)) {
          return true;
        }
      }
      return false;
    } catch (UnknownHostException e) {
      // The request itself will say that there is no such host.
      return false;
    }
  }

  private static boolean isInside(InetAddress address) {
    byte[] bytes = address.getAddress();
    boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
    boolean carrier = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
    return address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isAnyLocalAddress()
        || address.isMulticastAddress()
        || uniqueLocal
        || carrier;
  }
}
