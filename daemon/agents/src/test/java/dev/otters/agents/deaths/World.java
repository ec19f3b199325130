package dev.otters.agents.deaths;

import dev.otters.home.time.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * What outlives the daemon and the runtime: the clock, the journal and the files. Its monitor
 * orders commits, effects, messages and deaths, so nothing happens after a death.
 */
final class World {
  static final UUID AGENT = new UUID(1, 2);

  private final Path folder;
  private final Scenario scenario;
  private final Journal journal;
  private final ManualTime time = new ManualTime();
  private final Defect defect;
  private int lives;

  /** What is wrong on purpose, to see that it is found. */
  enum Defect {
    NONE,
    /** The daemon acknowledges what is not on disk. */
    FORGETFUL_DISK,
    /** The runtime runs a call again when its result was lost. */
    REPEATED_CALLS,
    /** The client sends a message under a new id when its answer was lost. */
    NEW_IDS
  }

  World(Path folder, Scenario scenario, Defect defect) throws IOException {
    this.folder = folder;
    this.scenario = scenario;
    this.defect = defect;
    Files.createDirectories(home());
    Template.copyTo(home());
    this.journal = new Journal(folder.resolve("journal"));
  }

  Scenario scenario() {
    return scenario;
  }

  Journal journal() {
    return journal;
  }

  ManualTime time() {
    return time;
  }

  boolean has(Defect wanted) {
    return defect == wanted;
  }

  /** Returns the folder of the daemon that lives now, or of the next one. */
  Path home() {
    return folder.resolve("life" + lives);
  }

  Path database() {
    return home().resolve("daemon.db");
  }

  Path key() {
    return folder.resolve("key");
  }

  /** Keeps for the next daemon what SIGKILL would leave now. The caller holds the monitor. */
  void keep() throws IOException {
    Path old = database();
    Path next = Files.createDirectories(folder.resolve("life" + (lives + 1))).resolve("daemon.db");
    Files.copy(old, next);
    Path log = old.resolveSibling("daemon.db-wal");
    if (Files.exists(log) && !has(Defect.FORGETFUL_DISK)) {
      Files.copy(log, next.resolveSibling("daemon.db-wal"));
    }
    Path reserve = old.resolveSibling("daemon.db-reserve");
    if (Files.exists(reserve)) {
      Files.move(reserve, next.resolveSibling("daemon.db-reserve"));
    }
    lives++;
  }
}
