package dev.otters.acceptance.crash;

import dev.otters.acceptance.Otters;
import dev.otters.acceptance.ProcessEnd;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * Kills, stops and restarts at random moments. Between the end of a daemon and the next start, it
 * moves the times of calls that wait for permission into the past, so that they expire.
 */
final class Striker implements Runnable {
  /** The mean of the pauses between two strikes. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Soak soak;
  private final Otters otters;
  private final List<Talker> talkers;
  private final Random random;

  Striker(Soak soak, Otters otters, List<Talker> talkers, long seed) {
    this.soak = soak;
    this.otters = otters;
    this.talkers = talkers;
    this.random = new Random(seed);
  }

  @Override
  public void run() {
    while (!soak.isOver()) {
      soak.pause(random, PAUSE);
      try {
        strike();
      } catch (AssertionError | RuntimeException broken) {
        soak.violation("a restart broke: " + broken);
      }
    }
  }

  /** The daemon is struck in the first half only, so that a leak shows in the second. */
  private void strike() {
    int dice = random.nextInt(100);
    String agent = victim();
    if (dice < 35) {
      if (soak.isInFirstHalf()) {
        daemon(dice < 28);
      }
    } else if (dice < 60) {
      new Sandbox(otters, agent).runtime().ifPresent(this::kill);
    } else if (dice < 75) {
      new Sandbox(otters, agent).first().ifPresent(this::kill);
    } else if (dice < 85) {
      new Sandbox(otters, agent).runtime().ifPresent(this::stopForAWhile);
    } else if (dice < 93) {
      otters.run("restart", agent).ok();
      soak.struck("restart");
    } else {
      otters.run("stop", agent).ok();
      otters.run("start", agent).ok();
      soak.struck("stop");
    }
  }

  /** Returns an agent, most often one that is in a turn. */
  private String victim() {
    List<Talker> busy = talkers.stream().filter(Talker::isBusy).toList();
    List<Talker> some = busy.isEmpty() || random.nextInt(5) == 0 ? talkers : busy;
    return some.get(random.nextInt(some.size())).agent();
  }

  private void daemon(boolean kill) {
    soak.daemonIsStruck();
    ProcessHandle daemon = otters.daemon();
    if (kill) {
      kill(daemon);
    } else {
      daemon.destroy();
      ProcessEnd.await("the daemon stops", daemon);
      soak.struck("restart");
    }
    if (random.nextBoolean()) {
      expire();
    }
    otters.run("ps").ok();
  }

  private void kill(ProcessHandle process) {
    process.destroyForcibly();
    ProcessEnd.await("process " + process.pid() + " is gone", process);
    soak.struck("kill");
  }

  /** Stops a runtime for less or more than its lease of 30 s. */
  private void stopForAWhile(ProcessHandle runtime) {
    otters.shell("kill -STOP " + runtime.pid()).ok();
    Duration pause = Duration.ofSeconds(random.nextInt(4) == 0 ? 45 : 1 + random.nextInt(8));
    soak.struck("stop of a process");
    Thread unused =
        Thread.ofVirtual()
            .start(
                () -> {
                  soak.sleep(pause);
                  if (runtime.isAlive()) {
                    otters.shell("kill -CONT " + runtime.pid());
                  }
                });
  }

  private void expire() {
    String url = "jdbc:sqlite:" + otters.home().resolve("daemon.db");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      int unused =
          statement.executeUpdate("UPDATE approvals SET expires_at = 1 WHERE state = 'PENDING'");
    } catch (SQLException e) {
      throw new AssertionError("cannot write daemon.db", e);
    }
  }
}
