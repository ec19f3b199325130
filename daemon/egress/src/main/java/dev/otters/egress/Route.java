package dev.otters.egress;

import java.net.InetAddress;
import java.util.List;

/** The decision about a destination. */
sealed interface Route {
  /**
   * The client may connect.
   *
   * @param rule the rule that allows it
   * @param addresses the addresses to try, in order; never empty
   */
  record Allowed(HostRule rule, List<InetAddress> addresses) implements Route {}

  /**
   * The client may not connect.
   *
   * @param why a clause
   * @param missing the rule that would allow it
   */
  record Denied(String why, HostRule missing) implements Route {}

  /**
   * The name has no address, or was not found in time.
   *
   * @param rule the rule that allowed it
   */
  record Unknown(String why, HostRule rule) implements Route {}
}
