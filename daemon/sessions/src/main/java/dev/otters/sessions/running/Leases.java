package dev.otters.sessions.running;

import dev.otters.home.time.Time;
import dev.otters.sessions.log.ActivationRow;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The deadlines of running leases on the monotonic clock. The database decides whether a lease
 * exists.
 */
public final class Leases {
  private static final Logger LOG = LoggerFactory.getLogger(Leases.class);

  /** How long a lease lasts unless it is renewed. */
  public static final Duration TERM = Duration.ofSeconds(30);

  /** A check that is later than this shows that the daemon stood still, not the runtime. */
  public static final Duration STANDSTILL = Duration.ofSeconds(5);

  /**
   * A lease.
   *
   * @param sandbox the sandbox that runs the turn
   * @param deadline the time at which it ends unless renewed
   * @param end the latest possible deadline: the turn's limit plus one term
   */
  public record Lease(
      UUID agent, UUID sandbox, String activation, long fence, long deadline, long end) {
    Lease until(long time) {
      return new Lease(agent, sandbox, activation, fence, time - end < 0 ? time : end, end);
    }
  }

  private final Time time;
  private final Consumer<Lease> expired;
  private final Map<String, Lease> leases = new ConcurrentHashMap<>();

  /** The next checks of the leases. */
  private final Map<String, Time.Timer> checks = new ConcurrentHashMap<>();

  /**
   * Creates an empty set of leases.
   *
   * @param expired told of leases that were not renewed in time
   */
  public Leases(Time time, Consumer<Lease> expired) {
    this.time = time;
    this.expired = expired;
  }

  /**
   * Starts the lease of a turn.
   *
   * @param limit the time limit of the turn
   */
  public void start(ActivationRow turn, Duration limit) {
    long now = time.nanos();
    long end = now + limit.toNanos() + TERM.toNanos();
    Lease lease =
        new Lease(turn.agent(), turn.sandbox(), turn.id(), turn.fence(), now, end)
            .until(now + TERM.toNanos());
    leases.put(turn.id(), lease);
    watch(lease);
  }

  /** Renews a lease, and returns false if it does not exist. */
  public boolean renew(String activation, long fence) {
    long deadline = time.nanos() + TERM.toNanos();
    Lease renewed =
        leases.computeIfPresent(
            activation, (id, lease) -> lease.fence() == fence ? lease.until(deadline) : lease);
    return renewed != null && renewed.fence() == fence;
  }

  /** Renews all leases of a sandbox. */
  public void renew(UUID sandbox) {
    leases.values().stream()
        .filter(lease -> lease.sandbox().equals(sandbox))
        .forEach(
            lease -> {
              boolean unused = renew(lease.activation(), lease.fence());
            });
  }

  /** Returns the time until a lease ends unless it is renewed; empty if there is no lease. */
  public Optional<Duration> left(String activation) {
    return Optional.ofNullable(leases.get(activation))
        .map(lease -> Duration.ofNanos(lease.deadline() - time.nanos()));
  }

  /** Returns whether another sandbox has a lease. */
  public boolean isOfAnother(UUID sandbox, String activation) {
    Lease lease = leases.get(activation);
    return lease != null && !lease.sandbox().equals(sandbox);
  }

  /** Returns whether a lease exists under a fence. */
  public boolean holds(String activation, long fence) {
    Lease lease = leases.get(activation);
    return lease != null && lease.fence() == fence;
  }

  /** Ends a lease without telling the listener. */
  public void end(String activation) {
    leases.remove(activation);
    cancel(activation);
  }

  private void cancel(String activation) {
    Time.Timer check = checks.remove(activation);
    if (check != null) {
      check.cancel();
    }
  }

  private void watch(Lease lease) {
    Time.Timer check =
        time.after(Duration.ofNanos(lease.deadline() - time.nanos()), () -> check(lease));
    checks.put(lease.activation(), check);
    if (!leases.containsKey(lease.activation())) {
      cancel(lease.activation());
    }
  }

  private void check(Lease watched) {
    Lease lease = leases.get(watched.activation());
    if (lease == null || lease.fence() != watched.fence()) {
      return;
    }
    long now = time.nanos();
    long late = now - lease.deadline();
    if (late < 0) {
      watch(lease);
    } else if (late > STANDSTILL.toNanos() && now - lease.end() < 0) {
      replace(lease, lease.until(now + TERM.toNanos()));
    } else if (leases.remove(lease.activation(), lease)) {
      cancel(lease.activation());
      expire(lease);
    } else {
      check(watched);
    }
  }

  private void expire(Lease lease) {
    try {
      expired.accept(lease);
    } catch (RuntimeException e) {
      LOG.atError().setCause(e).log("cannot end a lease; retrying");
      long again = time.nanos() + TERM.toNanos();
      Lease kept =
          new Lease(
              lease.agent(), lease.sandbox(), lease.activation(), lease.fence(), again, again);
      leases.putIfAbsent(lease.activation(), kept);
      watch(kept);
    }
  }

  private void replace(Lease old, Lease renewed) {
    leases.replace(old.activation(), old, renewed);
    watch(renewed);
  }
}
