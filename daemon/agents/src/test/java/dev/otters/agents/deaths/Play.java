package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Death.Moment;
import dev.otters.agents.deaths.Journal.Kind;
import dev.otters.sessions.RuntimeExit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * A scenario from its beginning to its end, with deaths and what follows them. Time stands still
 * while something happens.
 */
final class Play {
  private static final Duration TICK = Duration.ofSeconds(5);
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Sessions whose disk forgets may not come to an end. */
  private static final Duration SHORT_PATIENCE = Duration.ofSeconds(2);

  /** When nothing has run for so long, a timer was set after time had passed. Time goes on then. */
  private static final Duration LULL = Duration.ofMillis(10);

  private static final long PAUSE_NANOS = 100_000;

  private final World world;
  private final Fate fate;

  /** Asked before a death whether it happens here. */
  private final Predicate<Death> killer;

  private final Client client;
  private boolean rests;
  private long moved = System.nanoTime();
  private volatile DaemonLife daemon;

  /** The runtime; null before the first one. */
  private volatile RuntimeLife runtime;

  private Play(World world, Collection<Death> deaths, Predicate<Death> killer, boolean fresh)
      throws IOException {
    this.world = world;
    this.fate = new Fate(deaths);
    this.killer = killer;
    this.client = new Client(world);
    this.daemon = life(Set.of(), fresh);
    this.runtime = firstRuntime();
  }

  private RuntimeLife firstRuntime() throws IOException {
    while (true) {
      try {
        return newRuntime(daemon);
      } catch (Dead _) {
        bury(daemon);
        daemon = life(Set.of(), false);
      }
    }
  }

  /** Plays a scenario in an empty folder. */
  static Ending play(Path folder, Scenario scenario, Collection<Death> deaths, World.Defect defect)
      throws IOException {
    return new Play(new World(folder, scenario, defect), deaths, death -> true, true).toEnd();
  }

  /** Plays a scenario up to a death, which it only tells. */
  static Ending playUntil(Path folder, Scenario scenario, Death death, Predicate<Death> killer)
      throws IOException {
    World world = new World(folder, scenario, World.Defect.NONE);
    return new Play(world, Set.of(death), killer, true).toEnd();
  }

  /** Goes on with what a process left in a folder that was killed. */
  static Ending goOn(Path folder, Scenario scenario, Death death) throws IOException {
    World world = new World(folder, scenario, World.Defect.NONE);
    Play play = new Play(world, Set.of(), it -> true, false);
    synchronized (world) {
      play.fate.met(death);
    }
    return play.toEnd();
  }

  private DaemonLife life(Set<UUID> alive, boolean fresh) throws IOException {
    while (true) {
      try {
        return new DaemonLife(world, this::at, alive, fresh);
      } catch (Dead _) {
        // It died while it started.
      }
    }
  }

  private RuntimeLife newRuntime(DaemonLife under) {
    RuntimeLife life = new RuntimeLife(world, this::at, under.token());
    life.start(under);
    return life;
  }

  /** Called at each moment, under the monitor of the world. */
  private void at(DaemonLife at, Moment moment) {
    fate.at(moment).filter(killer).ifPresent(death -> strike(at, death));
  }

  private void strike(DaemonLife at, Death death) {
    RuntimeLife victim = runtime;
    boolean runtimeDies = death.victim().isRuntime() && victim != null && !victim.dead();
    if (death.victim().isDaemon()) {
      at.die();
    }
    if (runtimeDies) {
      victim.die();
    }
    if (death.victim().isDaemon() || runtimeDies) {
      fate.met(death);
    }
  }

  private Ending toEnd() throws IOException {
    Duration patience = world.has(World.Defect.FORGETFUL_DISK) ? SHORT_PATIENCE : PATIENCE;
    long deadline = System.nanoTime() + patience.toNanos();
    while (!isOver()) {
      if (System.nanoTime() - deadline > 0) {
        world.journal().add(Kind.FAULT, "the session did not come to an end");
        break;
      }
      try {
        goOn();
      } catch (RuntimeException e) {
        if (!daemon.dead()) {
          world.journal().add(Kind.FAULT, "the client broke: " + e);
          break;
        }
        client.failed();
      }
    }
    synchronized (world) {
      runtime.die();
    }
    try (DaemonLife last = daemon) {
      return Ending.of(world, last, fate);
    }
  }

  /** Ends the runtime if nothing is left to do and nothing is dead. */
  private boolean isOver() {
    synchronized (world) {
      boolean over = rests && !daemon.dead() && !runtime.dead();
      if (over) {
        runtime.die();
      }
      return over;
    }
  }

  /** Does what is next. */
  private void goOn() throws IOException {
    if (daemon.dead() || runtime.dead()) {
      rests = false;
      revive();
    }
    world.time().advance(Duration.ZERO);
    State state = State.of(daemon, world.time().now());
    if (client.act(daemon, state)) {
      return;
    }
    rests = client.done() && state.rests() && runtime.linked(daemon);
    if (rests) {
      return;
    }
    long now = System.nanoTime();
    moved = state.isStill() ? moved : now;
    if (runtime.linked(daemon) && (state.isQuiet() || now - moved > LULL.toNanos())) {
      world.time().advance(TICK);
      moved = System.nanoTime();
    } else {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void revive() throws IOException {
    boolean runtimeLives = !runtime.dead();
    if (daemon.dead()) {
      bury(daemon);
      daemon = life(runtimeLives ? Set.of(World.AGENT) : Set.of(), false);
      if (!runtime.dead()) {
        runtime.connect(daemon);
      }
    }
    if (runtime.dead()) {
      daemon.sessions().turns().runtimeExited(World.AGENT, RuntimeExit.CRASHED);
      runtime = newRuntime(daemon);
    }
  }

  /** Frees what a dead daemon holds. What it still says has no meaning. */
  private void bury(DaemonLife corpse) {
    world.time().forgetTasks();
    try {
      corpse.close();
    } catch (RuntimeException _) {
      // It cannot commit any more.
    }
  }
}
