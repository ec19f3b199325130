package dev.otters.home.audit;

import dev.otters.home.time.Time;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Adds the clients that agents' sockets refuse to the audit, and the models that their programs may
 * not ask. In an hour, an agent gets a few rows that name a user or token; the others are counted
 * in rows that name neither. Thread-safe.
 */
public final class AgentRefusals {
  /** The most rows of an agent in an hour that name a user or token. */
  static final int MOST_NAMED = 8;

  private static final Duration HOUR = Duration.ofHours(1);
  private static final int UNAUTHENTICATED = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;

  private final AuditLog log;
  private final Time time;
  private final Map<UUID, Set<AuditCall>> named = new HashMap<>();
  private long hour;

  /** The sockets in an agent's folder, by the peer of their rows. */
  public enum Peer {
    /** The runtime's. */
    AGENT,
    /** The egress proxy. */
    EGRESS,
    /** The model endpoint. */
    MODELS
  }

  /** Creates a part of the audit. */
  public AgentRefusals(AuditLog log, Time time) {
    this.log = log;
    this.time = time;
  }

  /** Adds a client of a user that the socket does not serve. */
  public void foreign(Peer peer, UUID agent, String user) {
    AuditCall all = call("connect", agent.toString(), AuditCall.NONE, peer);
    add(agent, call("connect", agent + "/" + user, AuditCall.NONE, peer), all, FORBIDDEN);
  }

  /**
   * Adds a client of the runtime's socket that has no valid token.
   *
   * @param token the id of its token, if this home has issued it
   */
  public void unknown(UUID agent, Optional<String> token) {
    AuditCall all = call("hello", agent.toString(), AuditCall.NONE, Peer.AGENT);
    AuditCall one = token.map(id -> call("hello", agent.toString(), id, Peer.AGENT)).orElse(all);
    add(agent, one, all, UNAUTHENTICATED);
  }

  /** Adds a program that asked a model which it may not ask. The model's name is its own text. */
  public void model(UUID agent) {
    log.refused(call("ask", agent.toString(), AuditCall.NONE, Peer.MODELS), NOT_FOUND);
  }

  private static AuditCall call(String call, String target, String token, Peer peer) {
    return new AuditCall(call, target, token, peer.name().toLowerCase(Locale.ROOT));
  }

  private synchronized void add(UUID agent, AuditCall one, AuditCall all, int status) {
    long now = time.now().toEpochMilli() / HOUR.toMillis();
    if (now != hour) {
      hour = now;
      named.clear();
    }
    Set<AuditCall> known = named.computeIfAbsent(agent, it -> new HashSet<>());
    boolean isNamed = !one.equals(all) && (known.size() < MOST_NAMED || known.contains(one));
    if (isNamed) {
      known.add(one);
    }
    log.refused(isNamed ? one : all, status);
  }
}
