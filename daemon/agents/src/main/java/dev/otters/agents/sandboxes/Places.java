package dev.otters.agents.sandboxes;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Lifecycle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * The places of the own sandboxes of sessions, of which each agent and all agents have a limited
 * number. Sandboxes that find none wait in the order in which they came. Thread-safe.
 */
final class Places {
  /** The limit on such sandboxes of an agent that run at the same time. */
  static final int MOST = 8;

  /** The limit on those of all agents that run at the same time. */
  static final int MOST_OF_ALL = 32;

  private final AgentRows rows;

  /** The sandboxes that are about to run, with their agents. */
  private final Map<UUID, UUID> starting = new HashMap<>();

  /** The sandboxes that wait for a place, with their agents. */
  private final Map<UUID, UUID> waiting = new LinkedHashMap<>();

  Places(AgentRows rows) {
    this.rows = rows;
  }

  /** Returns whether a sandbox has a place: it runs, or its restart policy starts it again. */
  static boolean isTaken(Agent row) {
    return row.live() || (row.state() instanceof Lifecycle.Failed && !row.rests());
  }

  /** Lets a sandbox wait for a place, and returns false if it waits already or is about to run. */
  synchronized boolean await(UUID sandbox, UUID agent) {
    return !starting.containsKey(sandbox) && waiting.putIfAbsent(sandbox, agent) == null;
  }

  synchronized boolean isAwaitedBy(UUID sandbox) {
    return waiting.containsKey(sandbox);
  }

  synchronized boolean isAwaited() {
    return !waiting.isEmpty();
  }

  /** Returns the agents whose sandboxes wait. */
  synchronized Set<UUID> agents() {
    return Set.copyOf(waiting.values());
  }

  /** Gives the free places to sandboxes that wait, and returns these. */
  synchronized List<UUID> fill() {
    List<UUID> filled = new ArrayList<>();
    Map<UUID, UUID> taken = taken();
    Iterator<Map.Entry<UUID, UUID>> all = waiting.entrySet().iterator();
    while (all.hasNext() && taken.size() < MOST_OF_ALL) {
      Map.Entry<UUID, UUID> next = all.next();
      if (!isFull(next.getValue(), taken)) {
        taken.put(next.getKey(), next.getValue());
        starting.put(next.getKey(), next.getValue());
        filled.add(next.getKey());
        all.remove();
      }
    }
    return filled;
  }

  /** Called when the start of a sandbox is over: it has its place if it runs. */
  synchronized void started(UUID sandbox) {
    starting.remove(sandbox);
  }

  /** Called when the session of a sandbox is gone. */
  synchronized void leave(UUID sandbox) {
    waiting.remove(sandbox);
  }

  /** Returns the sandboxes with a place of which one makes room for another one of the agent. */
  synchronized List<UUID> rivals(UUID agent) {
    boolean own = isFull(agent, taken());
    return running().stream()
        .filter(row -> !own || row.agent().equals(agent))
        .map(Agent::id)
        .filter(id -> !starting.containsKey(id))
        .toList();
  }

  private Map<UUID, UUID> taken() {
    Map<UUID, UUID> taken = new HashMap<>(starting);
    running().forEach(row -> taken.put(row.id(), row.agent()));
    return taken;
  }

  private static boolean isFull(UUID agent, Map<UUID, UUID> taken) {
    return taken.values().stream().filter(agent::equals).count() >= MOST;
  }

  private List<Agent> running() {
    return rows.all().stream()
        .filter(row -> row.session().isPresent())
        .filter(Places::isTaken)
        .toList();
  }
}
