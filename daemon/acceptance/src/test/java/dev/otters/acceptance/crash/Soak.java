package dev.otters.acceptance.crash;

import dev.otters.acceptance.FakeVendor;
import dev.otters.acceptance.Otters;
import dev.otters.acceptance.Run;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Agents in bubblewrap that get random messages and wakes for a while, whose calls are allowed,
 * denied or expire, and whose processes are killed, stopped and restarted. Every session is checked
 * when it has ended, and again at the end. Thread-safe.
 */
final class Soak implements AutoCloseable {
  private final Consumer<String> out;
  private final Duration length;
  private final Otters otters;
  private final FakeVendor vendor;
  private final SoakModel model;
  private final Operator operator;
  private final List<Talker> talkers = new ArrayList<>();
  private final Vitals vitals = new Vitals();
  private final Map<String, Supplier<Evidence>> sessions = new ConcurrentHashMap<>();
  private final Queue<String> violations = new ConcurrentLinkedQueue<>();
  private final Map<String, Integer> strikes = new ConcurrentHashMap<>();
  private final AtomicInteger prompts = new AtomicInteger();
  private final AtomicInteger daemons = new AtomicInteger();
  private final long seed;
  private long begin = System.nanoTime();
  private volatile boolean closed;

  private Soak(Consumer<String> out, Duration length, long seed) throws IOException {
    this.out = out;
    this.length = length;
    this.seed = seed;
    otters = Otters.freshWithBubblewrap();
    model = new SoakModel(seed);
    vendor = new FakeVendor(model::answer);
    operator = new Operator(otters.home());
    vendor.add(otters, "stub", FakeVendor.KEY).ok();
  }

  /** Starts agents: in turn one with a tool, one with a gated tool, and one with summaries. */
  static Soak of(Consumer<String> out, Duration length, int agents, long seed) throws IOException {
    Soak soak = new Soak(out, length, seed);
    List<Scenario> kinds = List.of(Scenario.TOOL, Scenario.GATED, Scenario.LONG);
    for (int agent = 1; agent <= agents; agent++) {
      soak.start("agent-" + agent, kinds.get(agent % kinds.size()), seed + agent);
    }
    return soak;
  }

  private void start(String agent, Scenario kind, long itsSeed) {
    String text = "FROM scratch\nNAME " + agent + "\nMODEL stub/small\n" + kind.tools();
    Path context = otters.agentfile(agent, text);
    otters.run("run", "--restart", "always", context.toString()).ok();
    Path workspace = otters.root(agent).resolve("workspace");
    talkers.add(new Talker(this, agent, kind.verb(), workspace, itsSeed));
  }

  Operator operator() {
    return operator;
  }

  SoakModel model() {
    return model;
  }

  LogFile log() {
    return new LogFile(otters.home());
  }

  private long elapsed() {
    return System.nanoTime() - begin;
  }

  boolean isOver() {
    return elapsed() > length.toNanos();
  }

  boolean isInFirstHalf() {
    return elapsed() < length.toNanos() / 2;
  }

  boolean isClosed() {
    return closed;
  }

  void prompted() {
    prompts.incrementAndGet();
  }

  void struck(String how) {
    strikes.merge(how, 1, Integer::sum);
  }

  /** Counts an end of the daemon, which may cost each session a request. Call before it. */
  void daemonIsStruck() {
    daemons.incrementAndGet();
  }

  int daemonsStruck() {
    return daemons.get();
  }

  void violation(String what) {
    if (violations.contains(what)) {
      return;
    }
    violations.add(what);
    out.accept("VIOLATION after " + elapsed() / 1_000_000_000 + " s: " + what);
  }

  /** Checks a session that has ended, and keeps it for the end. */
  void finished(String session, Supplier<Evidence> evidence) {
    sessions.put(session, evidence);
    check(session, evidence);
  }

  private void check(String session, Supplier<Evidence> evidence) {
    Evidence all = evidence.get();
    List<String> found = Checker.violations(all);
    found.forEach(violation -> violation(session + ": " + violation));
    if (!found.isEmpty()) {
      all.log()
          .forEach(
              it ->
                  out.accept(
                      "  %d %s %s %d".formatted(it.seq(), it.type(), it.turn(), it.fence())));
    }
  }

  /** Waits for a random time with this mean, or until the time of the soak is over. */
  void pause(Random random, Duration mean) {
    sleep(Duration.ofNanos((long) (-Math.log(1 - random.nextDouble()) * mean.toNanos())));
  }

  /** Waits, or until the time of the soak is over. */
  void sleep(Duration pause) {
    long end = System.nanoTime() + pause.toNanos();
    while (System.nanoTime() < end && !closed) {
      LockSupport.parkNanos(Math.min(end - System.nanoTime(), 100_000_000));
    }
  }

  /** Runs to the end, and returns whether there was no violation. */
  boolean run(Duration interval) {
    begin = System.nanoTime();
    List<Thread> working = new ArrayList<>();
    talkers.forEach(talker -> working.add(Thread.ofVirtual().start(talker)));
    working.add(Thread.ofVirtual().start(new Striker(this, otters, talkers, seed)));
    Thread judge = Thread.ofVirtual().start(new Judge(this, seed));
    while (working.stream().anyMatch(Thread::isAlive)) {
      sleep(interval);
      measure();
    }
    closed = true;
    join(judge);
    sessions.forEach(this::check);
    Run fsck = otters.run("session", "fsck");
    if (fsck.code() != 0) {
      violation("the mirrors or the logs are damaged: " + fsck);
    }
    vitals.violations().forEach(this::violation);
    return violations.isEmpty() && !sessions.isEmpty();
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private void measure() {
    vendor.heard().clear();
    Footprint.of(otters.home(), prompts.get())
        .ifPresent(
            sample -> {
              vitals.add(sample);
              out.accept(
                  "%d s: %s, %d sessions, %s"
                      .formatted(
                          elapsed() / 1_000_000_000,
                          sample,
                          sessions.size(),
                          new TreeMap<>(strikes)));
            });
  }

  /** Returns the last line. */
  String summary() {
    return "soak: %d min, %d agents, %d prompts, %d kills, %d stops and restarts, %d violations; %s"
        .formatted(
            length.toMinutes(),
            talkers.size(),
            prompts.get(),
            strikes.getOrDefault("kill", 0),
            strikes.values().stream().mapToInt(Integer::intValue).sum()
                - strikes.getOrDefault("kill", 0),
            violations.size(),
            vitals.summary());
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      otters.close();
    } finally {
      vendor.close();
    }
  }
}
