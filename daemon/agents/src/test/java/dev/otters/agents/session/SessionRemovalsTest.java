package dev.otters.agents.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.home.store.Database;
import dev.otters.home.time.ManualTime;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionRemovalsTest {
  private static final UUID AGENT = UUID.randomUUID();

  @TempDir Path folder;
  private final List<String> tried = new ArrayList<>();
  private final ManualTime time = new ManualTime();
  private boolean fails;
  private boolean breaks;
  private Database database;
  private SessionRemovals removals;

  @BeforeEach
  void open() {
    database = Database.open(folder.resolve("daemon.db"));
    database.update(
        tx ->
            tx.execute(
                "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted,"
                    + " keep_workspace, restarts, created_at) VALUES(?, 'guide', 1, 1, '{}',"
                    + " 'READY', 1, 1, 0, 0, 0)",
                AGENT));
    start();
  }

  /** Starts the daemon, whose waiting removals of before are gone. */
  private void start() {
    time.forgetTasks();
    removals = new SessionRemovals(database, time, this::remove);
    removals.boot();
    time.advance(Duration.ZERO);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private boolean remove(UUID agent, String name) throws IOException {
    tried.add(name);
    if (breaks) {
      throw new IOException("input/output error");
    }
    return !fails;
  }

  private void session(String id) {
    database.update(
        tx ->
            tx.execute(
                "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(1, ?,"
                    + " ?, 'IDLE', 0, 0)",
                AGENT,
                id));
  }

  /** Removes a session, whose files do not go. */
  private void removeInVain(String session) {
    fails = true;
    database.update(tx -> removals.add(tx, AGENT, session, true));
    time.advance(SessionRemovals.CALLS);
    assertThat(tried).containsExactly(session);
    tried.clear();
  }

  @Test
  void filesThatAWorkingSessionLeftGoWhenItsNameIsUsedAgainAndOnlyThen() {
    database.update(tx -> removals.add(tx, AGENT, "s", true));
    removals.settle(AGENT, "other");
    assertThat(tried).isEmpty();

    removals.settle(AGENT, "s");
    removals.settle(AGENT, "s");
    time.advance(SessionRemovals.CALLS);
    start();

    assertThat(tried).containsExactly("s");
  }

  @Test
  void aRemovalThatFailsDoesNotTakeTheFilesOfALaterSession() {
    removeInVain("s");
    session("s");

    removals.settle(AGENT, "s");
    assertThat(tried).containsExactly("s");
    fails = false;
    removals.settle(AGENT, "s");
    start();

    assertThat(tried).containsExactly("s");
  }

  @Test
  void aRemovalThatBreaksDoesNotTakeThemEither() {
    breaks = true;
    removeInVain("s");
    session("s");

    removals.settle(AGENT, "s");
    breaks = false;
    removals.settle(AGENT, "s");
    start();

    assertThat(tried).containsExactly("s");
  }

  @Test
  void aRemovalThatFailsIsRepeatedAtTheNextStart() {
    removeInVain("s");

    fails = false;
    start();

    assertThat(tried).containsExactly("s");
    start();
    assertThat(tried).hasSize(1);
  }
}
