package dev.otters.egress;

import java.time.Instant;

/**
 * The connections of an agent to a host and port, all together.
 *
 * @param host as the client wrote it, in lower case and in ASCII
 * @param allowed whether the connections were allowed
 * @param rule the rule that allowed them, or the one that would have
 * @param connections the number of connections, or of refusals
 * @param sent bytes from the agent to the host
 * @param received bytes from the host to the agent
 * @param last the time of the last connection
 */
public record Contact(
    String host,
    int port,
    boolean allowed,
    String rule,
    long connections,
    long sent,
    long received,
    Instant last) {
  /** The identity of a contact among those of its agent. */
  record Key(String host, int port, boolean allowed) {}

  Key key() {
    return new Key(host, port, allowed);
  }

  /** Returns the sum of this and a later contact with the same key. */
  Contact plus(Contact later) {
    return new Contact(
        host,
        port,
        allowed,
        later.rule,
        connections + later.connections,
        sent + later.sent,
        received + later.received,
        later.last);
  }
}
