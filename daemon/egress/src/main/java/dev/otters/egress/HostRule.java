package dev.otters.egress;

import java.net.InetAddress;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * A rule that allows a host: {@code api.example.com}, {@code *.example.com} for every name below
 * it, {@code *} for every public host, or an address. An address may also be a private one.
 *
 * @param target the host, or the domain of a wildcard; empty for {@code *}
 * @param wildcard whether it allows the names below the target
 * @param port the only port; empty for 80 and 443
 */
public record HostRule(Optional<Host> target, boolean wildcard, OptionalInt port) {
  private static final Set<Integer> WEB = Set.of(80, 443);
  private static final String ALL = "*";
  private static final String BELOW = "*.";

  /**
   * Parses a rule.
   *
   * @throws IllegalArgumentException with the allowed forms if it is no rule
   */
  public static HostRule parse(String text) {
    int colon = text.lastIndexOf(':');
    boolean given = colon > text.lastIndexOf(']');
    OptionalInt port = given ? Destination.port(text.substring(colon + 1)) : OptionalInt.empty();
    String host = given ? text.substring(0, colon) : text;
    if (given && port.isEmpty()) {
      throw invalid(text);
    }
    if (host.equals(ALL)) {
      return new HostRule(Optional.empty(), true, port);
    }
    boolean wildcard = host.startsWith(BELOW);
    Host target =
        Host.parse(wildcard ? host.substring(BELOW.length()) : host)
            .filter(it -> !wildcard || it instanceof Host.Name)
            .orElseThrow(() -> invalid(text));
    return new HostRule(Optional.of(target), wildcard, port);
  }

  private static IllegalArgumentException invalid(String text) {
    return new IllegalArgumentException(
        "'" + text + "' is not a host, *.domain or address, with :port or without");
  }

  /** Returns whether the rule allows a destination by its name or its written address. */
  boolean allows(Destination wanted) {
    return allowsPort(wanted.port())
        && (target.isEmpty() || target.filter(it -> allows(it, wanted.host())).isPresent());
  }

  private boolean allows(Host rule, Host wanted) {
    return wildcard
        ? wanted instanceof Host.Name(String name) && name.endsWith("." + rule)
        : rule.equals(wanted);
  }

  /** Returns whether the rule names an address itself, so that it may be private. */
  boolean names(InetAddress address, int port) {
    return allowsPort(port)
        && target.filter(it -> it.equals(new Host.Address(address))).isPresent();
  }

  private boolean allowsPort(int wanted) {
    return port.isPresent() ? port.getAsInt() == wanted : WEB.contains(wanted);
  }

  /** Returns the rule that allows just a host and a port, as an operator would write it. */
  static HostRule of(Host host, int port) {
    return new HostRule(
        Optional.of(host), false, WEB.contains(port) ? OptionalInt.empty() : OptionalInt.of(port));
  }

  /** Returns the rule as an operator writes it. */
  @Override
  public String toString() {
    String host = target.map(Host::toString).map(it -> wildcard ? BELOW + it : it).orElse(ALL);
    return port.isPresent() ? host + ":" + port.getAsInt() : host;
  }
}
