package dev.otters.egress;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** Looks up the addresses of a name. */
@FunctionalInterface
interface Resolver {
  /**
   * Returns the addresses of a name. The owner of the name controls how many there are.
   *
   * @throws UnknownHostException if there is none, or they are not found in time
   */
  InetAddress[] addresses(String name) throws UnknownHostException;
}
