package dev.otters.agents.rows;

import dev.otters.home.store.Database;
import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionId;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * The rows of the agents. A change is durable when its method returns. Durable rows are also kept
 * in memory and read from there, since each step of a turn reads its agent. Therefore a database
 * has one instance, and no other code writes to the table. Within a write transaction, only that
 * transaction changes agents.
 */
public final class AgentRows {
  private static final String COLUMNS = String.join(", ", AgentColumns.NAMES);
  private static final String PUT =
      "INSERT INTO agents(%s) VALUES(%s) ON CONFLICT(id) DO UPDATE SET %s"
          .formatted(
              COLUMNS,
              String.join(", ", Collections.nCopies(AgentColumns.NAMES.size(), "?")),
              AgentColumns.NAMES.stream()
                  .map(column -> column + " = excluded." + column)
                  .collect(Collectors.joining(", ")));
  private static final String SELECT = "SELECT " + COLUMNS + " FROM agents ";

  /** The newest agent first. */
  private static final Comparator<Agent> ORDER =
      Comparator.comparing(Agent::createdAt)
          .reversed()
          .thenComparing(agent -> agent.id().toString());

  private final Database database;
  private final RowListener listener;
  private final Map<UUID, Agent> durable = new ConcurrentHashMap<>();

  /**
   * Reads the rows of a database.
   *
   * @param listener receives all changes from now on
   */
  public AgentRows(Database database, RowListener listener) {
    this.database = database;
    this.listener = listener;
    database.read(AgentRows::all).forEach(agent -> durable.put(agent.id(), agent));
  }

  /** Returns all agents and the sandboxes of sessions, newest first. */
  public List<Agent> all() {
    return durable.values().stream().sorted(ORDER).toList();
  }

  /** Returns all agents, newest first. */
  public List<Agent> agents() {
    return all().stream().filter(agent -> agent.session().isEmpty()).toList();
  }

  /** Returns the sandboxes that sessions of an agent have for themselves, the newest first. */
  public List<Agent> ofSessions(UUID agent) {
    return all().stream()
        .filter(row -> row.session().isPresent() && row.agent().equals(agent))
        .toList();
  }

  /** Returns the number of running sandboxes that sessions of an agent have for themselves. */
  public long liveOfSessions(UUID agent) {
    return durable.values().stream()
        .filter(row -> row.session().isPresent() && row.agent().equals(agent))
        .filter(Agent::live)
        .count();
  }

  /**
   * Returns the id of the sandbox of a session, which is that of the agent if they share it. The
   * own sandbox of a session has no row before its first start.
   */
  public UUID sandbox(UUID agent, String session) {
    return database.read(rows -> OwnSandboxes.of(rows, agent, new SessionId(session)));
  }

  /** Returns an agent, if it exists. */
  public Optional<Agent> find(UUID id) {
    return Optional.ofNullable(durable.get(id));
  }

  /**
   * Adds an agent. No other agent is added while the plan runs.
   *
   * @param plan receives the existing agents and the uid that was chosen last, whose agent may be
   *     gone, or 0; it returns the new agent, or throws
   * @param chosen whether the daemon chose the uid, and not the operator
   * @param request the hash of the request
   * @return the new agent
   */
  public Agent insert(
      BiFunction<List<Agent>, Integer, Agent> plan, boolean chosen, String request) {
    return database.add(
        tx -> {
          Agent added = put(tx, plan.apply(all(), lastUid(tx)));
          tx.execute("UPDATE agents SET request = ? WHERE id = ?", request, added.id());
          if (chosen) {
            tx.execute("UPDATE last_uid SET uid = ?", added.user().uid());
          }
          return added;
        });
  }

  /** Returns the hash of the request that created an agent; empty if it is not known. */
  public Optional<String> request(UUID id) {
    return database
        .read(
            rows ->
                rows.first(
                    "SELECT request FROM agents WHERE id = ?", row -> row.maybeText("request"), id))
        .flatMap(Function.identity());
  }

  /** Returns the uid that was chosen last, whose agent may be gone, or 0. */
  public int lastUid() {
    return database.read(AgentRows::lastUid);
  }

  private static int lastUid(Rows rows) {
    return (int) rows.number("SELECT uid AS n FROM last_uid");
  }

  /**
   * Changes an agent.
   *
   * @param change receives the agent and returns the changed one; an exception changes nothing
   * @return the changed agent; empty if it does not exist
   */
  public Optional<Agent> change(UUID id, UnaryOperator<Agent> change) {
    return changeIn(id, (_, agent) -> change.apply(agent));
  }

  /** Changes an agent as {@link #change} does, with other rows in the same transaction. */
  public Optional<Agent> changeIn(UUID id, BiFunction<Tx, Agent, Agent> change) {
    return database.write(tx -> change(tx, id, agent -> change.apply(tx, agent)));
  }

  /** Changes an agent as {@link #change} does, but not with the space that is reserved for it. */
  public void changeWithoutReserve(UUID id, UnaryOperator<Agent> change) {
    database.writeWithoutReserve(tx -> change(tx, id, change));
  }

  private Optional<Agent> change(Tx tx, UUID id, UnaryOperator<Agent> change) {
    return find(id).map(agent -> put(tx, change.apply(agent)));
  }

  /**
   * Removes the row of an agent, if it exists.
   *
   * @param more removes the rest of the agent's data in the same transaction
   */
  public void delete(UUID id, BiConsumer<Tx, UUID> more) {
    database.update(
        tx -> {
          more.accept(tx, id);
          tx.execute("DELETE FROM agents WHERE id = ?", id);
          tx.afterCommit(() -> changed(id, Optional.empty()));
        });
  }

  /** Returns the uids of agents. */
  public static Set<Integer> users(List<Agent> agents) {
    return agents.stream().map(agent -> agent.user().uid()).collect(Collectors.toSet());
  }

  private static List<Agent> all(Rows rows) {
    return rows.list(SELECT + "ORDER BY created_at DESC, id", AgentColumns::read);
  }

  private static Optional<Agent> find(Tx rows, UUID id) {
    return rows.first(SELECT + "WHERE id = ?", AgentColumns::read, id);
  }

  /**
   * Waits until an agent is in a state or gone.
   *
   * @return the agent as it was last; empty if there was none
   * @throws InterruptedException if the thread is interrupted
   */
  public Optional<Agent> await(UUID id, Predicate<Agent> state) throws InterruptedException {
    Optional<Agent> last = Optional.empty();
    synchronized (durable) {
      for (Optional<Agent> now = find(id); now.isPresent(); now = find(id)) {
        last = now;
        if (state.test(now.get())) {
          break;
        }
        durable.wait();
      }
    }
    return last;
  }

  private void changed(UUID id, Optional<Agent> after) {
    Optional<Agent> before;
    synchronized (durable) {
      // At once, since readers take no lock.
      before =
          Optional.ofNullable(
              after.isPresent() ? durable.put(id, after.get()) : durable.remove(id));
      durable.notifyAll();
    }
    listener.changed(before, after);
  }

  /** Writes a row, and keeps it as the database stores it: with times in milliseconds. */
  private Agent put(Tx tx, Agent agent) {
    tx.execute(PUT, AgentColumns.values(agent));
    Agent written = find(tx, agent.id()).orElseThrow();
    tx.afterCommit(() -> changed(agent.id(), Optional.of(written)));
    return written;
  }
}
