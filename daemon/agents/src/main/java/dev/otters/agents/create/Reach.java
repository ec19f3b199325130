package dev.otters.agents.create;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.egress.Host;
import dev.otters.egress.HostRule;
import dev.otters.executor.Network;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The network of an agent, and the hosts that it may reach there.
 *
 * @param hosts rules as the operator sees them; empty unless the network is the one with a proxy
 */
record Reach(Network network, List<String> hosts) {
  private static final int MOST_RULES = 100;

  /** Copies the list. */
  Reach {
    hosts = List.copyOf(hosts);
  }

  /**
   * Checks what an operator asks for.
   *
   * @param network null for the default
   * @throws ApiException INVALID_REQUEST
   */
  static Reach of(@Nullable String network, List<String> hosts) {
    Network wanted = network == null ? Network.EGRESS : network(network);
    return new Reach(wanted, List.of()).plus(hosts);
  }

  private static Network network(String text) {
    return switch (text) {
      case "egress" -> Network.EGRESS;
      case "none" -> Network.NONE;
      case "bridge" -> Network.BRIDGE;
      default ->
          throw ApiException.of(
              ErrorCode.INVALID_REQUEST,
              "'" + text + "' is not a network",
              "Use egress, none or bridge.");
    };
  }

  /**
   * Returns the same with further hosts.
   *
   * @throws ApiException INVALID_REQUEST if one is no rule, there are too many, or the network has
   *     no proxy
   */
  Reach plus(List<String> more) {
    if (more.isEmpty()) {
      return this;
    }
    if (network != Network.EGRESS) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          "the network "
              + network.name().toLowerCase(java.util.Locale.ROOT)
              + " has no rules for hosts",
          "Use --network egress, or leave out --allow-host.");
    }
    Set<String> all = new LinkedHashSet<>(hosts);
    more.forEach(text -> all.add(rule(text)));
    if (all.size() > MOST_RULES) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          all.size() + " rules for hosts are more than " + MOST_RULES,
          "Use *.DOMAIN instead of many hosts of one domain.");
    }
    return new Reach(network, List.copyOf(all));
  }

  /**
   * Returns the same without some hosts.
   *
   * @param problems receives what is not there
   */
  Reach minus(List<String> fewer, List<String> problems) {
    List<String> left = new ArrayList<>(hosts);
    for (String text : fewer) {
      if (!left.remove(rule(text))) {
        problems.add("--allow-host-rm '" + text + "': there is no such rule");
      }
    }
    return new Reach(network, left);
  }

  /**
   * Returns whether a rule is for a name or domain, as an image may ask for, and not for an address
   * or for everything.
   *
   * @throws ApiException INVALID_REQUEST if it is no rule
   */
  static boolean isForNames(String text) {
    String rule = rule(text);
    return HostRule.parse(rule).target().filter(Host.Name.class::isInstance).isPresent();
  }

  /** Returns a rule in its usual spelling. */
  private static String rule(String text) {
    try {
      return HostRule.parse(text).toString();
    } catch (IllegalArgumentException invalid) {
      throw ApiException.of(
          ErrorCode.INVALID_REQUEST,
          String.valueOf(invalid.getMessage()),
          "Use, for example, --allow-host api.example.com or --allow-host '*.example.com:8443'.");
    }
  }
}
