package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.protocol.Activation;
import dev.otters.resources.grant.Grants;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.running.SandboxListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sessions with a sandbox of their own. */
class SessionSandboxesTest extends SessionBench {
  private static final SessionId ADA = new SessionId("ada");
  private static final SessionId BOB = new SessionId("bob");

  private final List<UUID> woken = new ArrayList<>();
  private final List<UUID> unused = new ArrayList<>();
  private Optional<String> lack = Optional.empty();

  @BeforeEach
  void listen() {
    kit.sessions
        .sandboxes()
        .listen(
            new SandboxListener() {
              @Override
              public void woken(UUID sandbox) {
                woken.add(sandbox);
              }

              @Override
              public void unused(UUID sandbox) {
                unused.add(sandbox);
              }

              @Override
              public Optional<String> lack(UUID sandbox) {
                return lack;
              }
            });
  }

  private void say(SessionId session, String grants) {
    kit.directory.grants = Grants.parse(grants);
    long _ = kit.say(session, "Hello");
  }

  private Optional<UUID> sandbox(SessionId session) {
    return kit.sessions.sandboxes().of(kit.agent).stream()
        .filter(id -> kit.sessions.sandboxes().find(id).orElseThrow().session().equals(session))
        .findFirst();
  }

  @Test
  void sessionsWithOtherGrantsThanTheFirstOneGetTheirOwn() {
    say(ADA, "app/ada,team");
    say(BOB, "app/bob");
    say(new SessionId("again"), "team,app/ada");
    say(new SessionId("third"), "app/bob");

    assertThat(sandbox(ADA)).isEmpty();
    assertThat(sandbox(new SessionId("again"))).isEmpty();
    assertThat(sandbox(BOB)).isPresent();
    assertThat(sandbox(new SessionId("third"))).isPresent().isNotEqualTo(sandbox(BOB));
    assertThat(woken).contains(sandbox(BOB).orElseThrow());
  }

  @Test
  void aRemovedSessionLeavesItsGrantsToTheSharedSandbox() {
    say(ADA, "app/ada");
    kit.answer(kit.lease(), "done");
    kit.sessions.removal().remove(kit.agent, ADA, false);

    say(BOB, "app/bob");

    assertThat(sandbox(BOB)).isPresent();
    assertThat(unused).isEmpty();
  }

  @Test
  void aSessionThatLosesAGrantLeavesTheSharedSandboxWithItsNextTurn() {
    say(ADA, "app/ada,team");
    say(BOB, "app/ada,team");
    Activation running = kit.lease();
    assertThat(running.session()).isEqualTo("ada");

    for (SessionId session : List.of(ADA, BOB)) {
      Grants left = kit.service().revoke(kit.agent, session, Grants.parse("team"));
      assertThat(left).isEqualTo(Grants.parse("app/ada"));
    }

    assertThat(kit.lease(BOB).session()).isEqualTo("bob");
    assertThat(woken).contains(sandbox(BOB).orElseThrow());
    kit.answer(running, "done");
    long _ = kit.say(ADA, "Again");
    assertThat(kit.tryLease()).isEmpty();
    assertThat(kit.lease(ADA).session()).isEqualTo("ada");
  }

  @Test
  void theNextAttemptOfATurnWhoseSessionLosesAGrantRunsInAnotherSandbox() {
    say(ADA, "app/ada,team");
    Activation first = kit.lease();
    Grants _ = kit.service().revoke(kit.agent, ADA, Grants.parse("team"));
    UUID own = sandbox(ADA).orElseThrow();

    kit.turns().runtimeExited(kit.agent, RuntimeExit.STOPPED);

    assertThat(woken).contains(own);
    assertThat(kit.lease(ADA).id()).isEqualTo(first.id());
  }

  @Test
  void nobodyJoinsASandboxInWhichAnOlderReleaseHadSessionsWithDifferentGrants() {
    say(ADA, "app/ada");
    kit.database.update(tx -> tx.execute("UPDATE shared_sandboxes SET grants = NULL"));

    say(BOB, "app/ada");

    assertThat(sandbox(BOB)).isPresent();
  }

  @Test
  void anAgentWithoutASandboxHasSessionsWithTheSameGrantsOnly() {
    kit.directory.rule = OwnSandboxes.Rule.ONE_SET_OF_GRANTS;
    say(ADA, "app/ada");
    say(new SessionId("again"), "app/ada");

    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> say(BOB, "app/bob"))
        .withMessageContaining("nothing separates this session");
    assertThat(kit.service().find(kit.agent, BOB)).isEmpty();
  }

  @Test
  void everySessionOfAnAgentThatSeparatesThemGetsItsOwn() {
    kit.directory.rule = OwnSandboxes.Rule.ALL;
    say(ADA, "");
    kit.directory.rule = OwnSandboxes.Rule.OTHER_GRANTS;
    say(ADA, "");
    say(BOB, "");

    assertThat(sandbox(ADA)).isPresent();
    assertThat(sandbox(BOB)).isEmpty();
  }

  @Test
  void aSandboxRunsTheTurnsOfItsSessionsOnly() {
    say(ADA, "");
    say(BOB, "app/bob");
    UUID own = sandbox(BOB).orElseThrow();
    assertThat(kit.sessions.sandboxes().hasWork(own)).isTrue();

    Activation shared = kit.lease();
    assertThat(shared.session()).isEqualTo("ada");
    assertThat(kit.tryLease()).isEmpty();
    Activation bobs = kit.lease(BOB);
    assertThat(bobs.session()).isEqualTo("bob");

    for (UUID other : List.of(kit.agent, own)) {
      Activation foreign = other.equals(own) ? shared : bobs;
      assertThatExceptionOfType(SessionException.class)
          .isThrownBy(() -> kit.turns().requireOwn(other, foreign.id(), foreign.fence()))
          .satisfies(e -> assertThat(e.code()).isEqualTo(SessionException.Code.STALE_FENCE));
    }
    kit.turns().requireOwn(own, bobs.id(), bobs.fence());
    kit.answer(bobs, "done");
    assertThat(kit.sessions.sandboxes().hasWork(own)).isFalse();
  }

  @Test
  void theDeathOfASandboxConcernsItsOwnTurnsOnly() {
    say(ADA, "");
    say(BOB, "app/bob");
    Activation shared = kit.lease();
    Activation bobs = kit.lease(BOB);
    woken.clear();

    kit.turns().runtimeExited(sandbox(BOB).orElseThrow(), RuntimeExit.STOPPED);

    assertThat(woken).contains(sandbox(BOB).orElseThrow());
    assertThat(kit.lease(BOB).id()).isEqualTo(bobs.id());
    kit.turns().heartbeat(kit.agent, shared.id(), shared.fence());
  }

  @Test
  void aRestartKeepsTheTurnOfARunningSandbox() {
    say(ADA, "");
    say(BOB, "app/bob");
    Activation bobs = kit.lease(BOB);
    UUID own = sandbox(BOB).orElseThrow();

    kit.restart(Set.of(own));

    kit.turns().heartbeat(kit.agent, bobs.id(), bobs.fence());
  }

  @Test
  void aHoldWaitsForEachSandboxOfTheAgent() {
    say(ADA, "");
    say(BOB, "app/bob");
    kit.directory.owners.put(sandbox(BOB).orElseThrow(), kit.agent);
    try (TurnHold _ = kit.turns().hold(kit.agent)) {
      assertThat(kit.tryLease()).isEmpty();
      List<String> _ = kit.turns().connect(sandbox(BOB).orElseThrow(), "other", List.of());
      assertThat(kit.sessions.leasing().tryLease(sandbox(BOB).orElseThrow(), "other")).isEmpty();
    }
    assertThat(kit.lease(BOB).session()).isEqualTo("bob");
  }

  @Test
  void aHoldHoldsSessionsThatBeginDuringIt() throws InterruptedException {
    say(ADA, "");
    UUID own;
    try (TurnHold hold = kit.turns().hold(kit.agent)) {
      say(BOB, "app/bob");
      own = sandbox(BOB).orElseThrow();
      kit.directory.owners.put(own, kit.agent);
      List<String> _ = kit.turns().connect(own, "other", List.of());
      assertThat(kit.sessions.leasing().tryLease(own, "other")).isEmpty();
      assertThat(kit.service().waiting(kit.agent, BOB))
          .contains("waiting until the agent has a new sandbox");
      hold.awaitRest();
      woken.clear();
    }
    assertThat(woken).contains(own);
    assertThat(kit.lease(BOB).session()).isEqualTo("bob");
  }

  @Test
  void aMessageWakesTheSandboxOfATurnThatWaits() {
    say(ADA, "");
    say(BOB, "app/bob");
    woken.clear();

    say(BOB, "app/bob");

    assertThat(woken).contains(sandbox(BOB).orElseThrow());
  }

  @Test
  void aTurnSaysWhatItsSandboxLacks() {
    say(ADA, "");
    say(BOB, "app/bob");
    assertThat(kit.service().waiting(kit.agent, BOB)).contains("waiting until the agent is ready");

    lack = Optional.of("no place is free");

    assertThat(kit.service().waiting(kit.agent, BOB))
        .contains("waiting until the sandbox of the session runs: no place is free");
  }

  @Test
  void aSessionThatHasAnotherSandboxMeanwhileIsServedThere() {
    say(ADA, "");
    say(BOB, "app/bob");
    kit.answer(kit.lease(BOB), "done");
    woken.clear();

    long _ =
        kit.service()
            .appendUserMessage(
                kit.agent,
                BOB,
                "again",
                "Hello",
                tx -> tx.execute("UPDATE sessions SET sandbox = NULL WHERE id = ?", BOB));

    assertThat(woken).contains(kit.agent);
  }

  @Test
  void aRemovedSessionNoLongerUsesItsSandbox() {
    say(ADA, "");
    say(BOB, "app/bob");
    UUID own = sandbox(BOB).orElseThrow();
    kit.answer(kit.lease(BOB), "done");

    kit.sessions.removal().remove(kit.agent, BOB, false);

    assertThat(unused).containsExactly(own);
    assertThat(kit.sessions.sandboxes().find(own)).isEmpty();
  }
}
