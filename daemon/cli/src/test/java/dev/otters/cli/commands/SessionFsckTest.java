package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.session.SessionFinding;
import dev.otters.api.session.SessionFsckResult;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionFsckTest extends CommandTest {
  private static final String FSCK = "POST /v1/sessions/fsck";
  private static final SessionFinding LOG =
      new SessionFinding("log", "bob", "s", "event 3: its type is unknown", false, "Restore it.");
  private static final SessionFinding MIRROR =
      new SessionFinding("mirror", "bob", "s", "the mirror is missing", true, null);

  @Test
  void soundSessionsAreOneLine() {
    daemon.work(FSCK, new SessionFsckResult(2, true, List.of(), 0));
    Bench.Run run = bench.run("session", "fsck");
    assertThat(run.exit()).isZero();
    assertThat(run.out()).isEqualTo("checked 2 sessions: no damage\n");
    assertThat(daemon.requests().getLast().line()).isEqualTo(FSCK);
  }

  @Test
  void damageIsATableAndEndsWithOne() {
    daemon.work(FSCK, new SessionFsckResult(1, false, List.of(LOG, MIRROR), 0));
    Bench.Run run = bench.run("session", "fsck", "--repair", "bob", "s");
    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.out().lines())
        .containsExactly(
            "AGENT   SESSION   IN       STATE      FINDING",
            "bob     s         log      damaged    event 3: its type is unknown",
            "bob     s         mirror   repaired   the mirror is missing",
            "checked 1 session: damaged");
    assertThat(run.err()).isEqualTo("Restore it.\n");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo(FSCK + "?repair=true&agent=bob&session=s");
  }

  @Test
  void aFloodOfDamageIsCounted() {
    daemon.work(FSCK, new SessionFsckResult(9, false, Collections.nCopies(60, LOG), 7));
    Bench.Run run = bench.run("session", "fsck");
    assertThat(run.out().lines()).hasSize(52);
    assertThat(run.err()).contains("and 17 more");
    Bench.Run json = bench.run("session", "fsck", "-o", "json");
    assertThat(Json.read(json.out(), SessionFsckResult.class).findings()).hasSize(60);
  }
}
