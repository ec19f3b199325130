package dev.otters.http;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;

/** Decides which addresses may be connected to. */
@FunctionalInterface
public interface AddressRule {
  /** Allows every address. */
  AddressRule ANY = address -> true;

  /**
   * Allows every address except this machine's own, link-local ones, and the metadata services of
   * clouds, in every spelling.
   */
  AddressRule OUTSIDE = address -> !Inside.is(address);

  /** Allows loopback addresses as well, for a registry on this machine. */
  AddressRule LOCAL = address -> address.isLoopbackAddress() || OUTSIDE.allows(address);

  /** Allows public addresses only: neither this machine nor a private network. */
  AddressRule PUBLIC = address -> OUTSIDE.allows(address) && !Inside.isPrivate(address);

  /** Returns whether an address may be connected to. */
  boolean allows(InetAddress address);

  /** The addresses that no redirect may lead to. */
  final class Inside {
    private static final Set<String> METADATA =
        Set.of("100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2:0:0:0:0:0:254");

    private Inside() {}

    static boolean is(InetAddress address) {
      byte[] bytes = address.getAddress();
      return address.isLoopbackAddress()
          || address.isLinkLocalAddress()
          || address.isAnyLocalAddress()
          || address.isMulticastAddress()
          || (bytes.length == 4 && bytes[0] == 0)
          || METADATA.contains(address.getHostAddress().split("%", 2)[0])
          || (bytes.length == 16 && standsFor(bytes, Inside::is));
    }

    /** Returns whether an address is private, shared by the customers of a carrier, or special. */
    static boolean isPrivate(InetAddress address) {
      byte[] bytes = address.getAddress();
      boolean uniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
      boolean shared = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
      return address.isSiteLocalAddress()
          || uniqueLocal
          || shared
          || (bytes.length == 4 && isSpecial(bytes))
          || (bytes.length == 16 && isSpecialV6(bytes))
          || (bytes.length == 16 && standsFor(bytes, Inside::isPrivate));
    }

    /**
     * Returns whether it is an address for protocols, documents, benchmarks, broadcasts or the
     * future.
     */
    private static boolean isSpecial(byte[] bytes) {
      int first = bytes[0] & 0xff;
      int second = bytes[1] & 0xff;
      return first >= 240
          || (first == 198 && (second & 0xfe) == 18)
          || (first == 192 && second == 0 && (bytes[2] == 0 || bytes[2] == 2))
          || (first == 192 && second == 88 && bytes[2] == 99)
          || (first == 198 && second == 51 && bytes[2] == 100)
          || (first == 203 && second == 0 && bytes[2] == 113);
    }

    /** Returns whether an IPv6 address is for protocols, translation, documents or nothing. */
    private static boolean isSpecialV6(byte[] bytes) {
      int first = (bytes[0] & 0xff) << 8 | (bytes[1] & 0xff);
      int second = (bytes[2] & 0xff) << 8 | (bytes[3] & 0xff);
      boolean translated = allZero(bytes, 0, 8) && bytes[8] == -1 && bytes[9] == -1;
      return translated
          || (first == 0x64 && second == 0xff9b && (bytes[5] & 0xff) == 1)
          || (first == 0x100 && second == 0)
          || (first == 0x2001 && (second < 0x200 || second == 0xdb8))
          || (first == 0x3fff && second < 0x1000)
          || first == 0x5f00;
    }

    /** Tests the IPv4 address inside an IPv6 one: mapped, compatible, NAT64 or 6to4. */
    private static boolean standsFor(byte[] bytes, Predicate<InetAddress> wanted) {
      boolean zeros = allZero(bytes, 0, 10);
      boolean mapped = zeros && (bytes[10] & 0xff) == 0xff && (bytes[11] & 0xff) == 0xff;
      boolean compatible = zeros && bytes[10] == 0 && bytes[11] == 0;
      boolean nat64 =
          bytes[0] == 0
              && bytes[1] == 0x64
              && (bytes[2] & 0xff) == 0xff
              && (bytes[3] & 0xff) == 0x9b;
      boolean sixToFour = bytes[0] == 0x20 && bytes[1] == 0x02;
      if (mapped || compatible || nat64) {
        return wanted.test(v4(bytes, 12));
      }
      return sixToFour && wanted.test(v4(bytes, 2));
    }

    private static boolean allZero(byte[] bytes, int from, int to) {
      for (int i = from; i < to; i++) {
        if (bytes[i] != 0) {
          return false;
        }
      }
      return true;
    }

    private static InetAddress v4(byte[] bytes, int from) {
      try {
        return InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + 4));
      } catch (UnknownHostException e) {
        throw new IllegalStateException("four bytes are an address", e);
      }
    }
  }
}
