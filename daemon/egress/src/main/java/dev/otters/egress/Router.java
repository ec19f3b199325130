package dev.otters.egress;

import dev.otters.http.AddressRule;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Decides where clients may connect. A name is looked up once, after a rule has allowed it, and the
 * addresses that were checked are the ones to connect to.
 */
final class Router {
  private static final int MOST_ADDRESSES = 4;

  private final Resolver resolver;

  Router(Resolver resolver) {
    this.resolver = resolver;
  }

  /** Decides about a destination. */
  Route find(List<HostRule> rules, Destination wanted) {
    Optional<HostRule> rule = rules.stream().filter(it -> it.allows(wanted)).findFirst();
    if (rule.isEmpty()) {
      return new Route.Denied("no rule allows it", HostRule.of(wanted.host(), wanted.port()));
    }
    try {
      return check(rules, rule.get(), wanted, lookUp(wanted.host()));
    } catch (UnknownHostException unknown) {
      return new Route.Unknown(String.valueOf(unknown.getMessage()), rule.get());
    }
  }

  private InetAddress[] lookUp(Host host) throws UnknownHostException {
    return switch (host) {
      case Host.Name(String name) -> resolver.addresses(name);
      case Host.Address(InetAddress address) -> new InetAddress[] {address};
    };
  }

  private static Route check(
      List<HostRule> rules, HostRule rule, Destination wanted, InetAddress[] found) {
    List<InetAddress> usable =
        Arrays.stream(found)
            .filter(address -> isUsable(rules, address, wanted.port()))
            .limit(MOST_ADDRESSES)
            .toList();
    if (!usable.isEmpty()) {
      return new Route.Allowed(rule, usable);
    }
    if (found.length == 0) {
      return new Route.Unknown(wanted.host() + " has no address", rule);
    }
    Host.Address first = new Host.Address(found[0]);
    return new Route.Denied(
        "its address " + first + " is not public", HostRule.of(first, wanted.port()));
  }

  /** Returns whether the rules allow an address. */
  static boolean isUsable(List<HostRule> rules, InetAddress address, int port) {
    return rules.stream().anyMatch(rule -> rule.names(address, port))
        || (AddressRule.PUBLIC.allows(address) && !isOwn(address));
  }

  /** Returns whether it is an address of this machine. If the machine does not say, it is. */
  private static boolean isOwn(InetAddress address) {
    try {
      return NetworkInterface.getByInetAddress(address) != null;
    } catch (SocketException unreadable) {
      return true;
    }
  }
}
