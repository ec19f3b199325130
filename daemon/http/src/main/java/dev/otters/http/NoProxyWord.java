package dev.otters.http;

import java.net.InetAddress;
import java.util.Optional;

/**
 * One entry of {@code NO_PROXY}: {@code *}, a host with its subdomains, an address, or a range of
 * addresses. A host or an address may have a port.
 *
 * @param host without brackets
 * @param bits the length of the prefix of a range; -1 for no range
 * @param port -1 for every port
 */
record NoProxyWord(String host, int bits, int port) {

  static NoProxyWord parse(String word) {
    int slash = word.indexOf('/');
    if (slash > 0 && word.substring(slash + 1).matches("[0-9]{1,3}")) {
      String base = HostNames.plain(word.substring(0, slash));
      return new NoProxyWord(base, Integer.parseInt(word.substring(slash + 1)), -1);
    }
    int colon = word.lastIndexOf(':');
    boolean oneColon = colon > 0 && word.indexOf(':') == colon;
    boolean named = oneColon || (colon > 0 && word.charAt(colon - 1) == ']');
    if (named && word.substring(colon + 1).matches("[0-9]{1,5}")) {
      String host = HostNames.plain(word.substring(0, colon));
      return new NoProxyWord(host, -1, Integer.parseInt(word.substring(colon + 1)));
    }
    return new NoProxyWord(HostNames.plain(word), -1, -1);
  }

  /** Returns whether the entry covers a plain host. Does not use DNS. */
  boolean covers(String wanted, int wantedPort) {
    if (port >= 0 && port != wantedPort) {
      return false;
    }
    Optional<InetAddress> address = HostNames.address(wanted);
    if (host.equals("*")) {
      return true;
    }
    if (address.isPresent()) {
      return HostNames.address(host).filter(own -> covers(own, address.get())).isPresent();
    }
    String domain = host.startsWith("*.") ? host.substring(1) : host;
    return domain.startsWith(".")
        ? wanted.endsWith(domain) || wanted.equals(domain.substring(1))
        : wanted.equals(domain) || wanted.endsWith("." + domain);
  }

  private boolean covers(InetAddress own, InetAddress wanted) {
    byte[] mine = own.getAddress();
    byte[] theirs = wanted.getAddress();
    int compared = bits < 0 ? mine.length * Byte.SIZE : bits;
    if (mine.length != theirs.length || compared > mine.length * Byte.SIZE) {
      return false;
    }
    for (int bit = 0; bit < compared; bit++) {
      int mask = 0x80 >>> (bit % Byte.SIZE);
      if (((mine[bit / Byte.SIZE] ^ theirs[bit / Byte.SIZE]) & mask) != 0) {
        return false;
      }
    }
    return true;
  }
}
