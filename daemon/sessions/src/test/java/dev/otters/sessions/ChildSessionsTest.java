package dev.otters.sessions;

import static dev.otters.sessions.Family.reads;
import static dev.otters.sessions.Family.write;
import static dev.otters.sessions.Family.writes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.protocol.Activation;
import dev.otters.resources.ResourceAudit;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceMode;
import dev.otters.sessions.lineage.Lineage;
import dev.otters.sessions.log.ParentSession;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionException.Code;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Child sessions reach what each of their ancestors reaches, or less. */
class ChildSessionsTest extends SessionBench {
  private Family family;
  private UUID writer;
  private UUID reader;
  private UUID silent;

  @BeforeEach
  void agents() {
    family = new Family(kit);
    writer = family.agent(writes("memory"));
    reader = family.agent(reads("memory"));
    silent = family.agent();
  }

  @AfterEach
  void theLogIsCoherent() {
    LogAudit.check(kit.database);
  }

  private static String refused(Code code, ThrowingCallable request) {
    SessionException[] failure = new SessionException[1];
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(request)
        .satisfies(e -> failure[0] = e);
    assertThat(failure[0].code()).isEqualTo(code);
    return String.valueOf(failure[0].getMessage());
  }

  private String says(ParentSession session, String path) {
    return family.results(session, write("memory", path)).get("w " + path).text();
  }

  private void revoke(ParentSession session, String path) {
    Grants unused =
        kit.service().revoke(session.agent(), session.session(), Grants.of(List.of(path)));
  }

  private void remove(ParentSession session) {
    kit.sessions.removal().remove(session.agent(), session.session(), false);
  }

  @Test
  void aChildInheritsTheGrantsOrHasThoseThatAreRequestedBelowThem() {
    ParentSession parent = family.root(writer, "app/a", "team");

    assertThat(family.grants(family.heir(silent, parent))).containsExactly("app/a", "team");
    assertThat(family.grants(family.child(writer, parent))).isEmpty();
    ParentSession child = family.child(writer, parent, "app/a/x", "app/a/y");
    assertThat(family.grants(child)).containsExactly("app/a/x", "app/a/y");
    assertThat(family.view(child).parent()).contains(parent);
  }

  @Test
  void aGrantThatTheParentLacksIsNamed() {
    ParentSession parent = family.root(writer, "app/a", "team");
    for (String wider : List.of("app", "app/b", "app/ab", "teams")) {
      assertThat(refused(Code.WIDER_GRANTS, () -> family.child(writer, parent, "team", wider)))
          .isEqualTo("the grant " + wider + " is not at or below one of its parent s1");
    }
    assertThat(kit.sessions.service().list(Optional.of(writer), "", SessionPlace.FIRST, 10))
        .hasSize(1);
  }

  @Test
  void thereAreLimitsOnGenerationsAndOnDescendants() {
    ParentSession last = family.root(writer, "a");
    for (int depth = 2; depth <= Lineage.DEEPEST; depth++) {
      last = family.heir(writer, last);
    }
    ParentSession deepest = last;
    assertThat(refused(Code.INVALID, () -> family.heir(writer, deepest)))
        .isEqualTo("session s8 has 7 ancestors, and so no children");

    ParentSession wide = family.root(writer, "a");
    ParentSession first = family.heir(writer, wide);
    for (int i = 2; i < Lineage.MOST; i++) {
      ParentSession unused = family.heir(writer, i % 2 == 0 ? wide : first);
    }
    assertThat(refused(Code.INVALID, () -> family.heir(writer, first)))
        .contains("belongs to 1000 sessions with the same first parent");
  }

  @Test
  void aParentMustExistAndBeAlive() {
    ParentSession absent = new ParentSession(writer, new SessionId("absent"));
    refused(Code.NOT_FOUND, () -> family.heir(writer, absent));
    ParentSession parent = family.root(writer, "a");
    kit.database.update(tx -> tx.execute("UPDATE sessions SET status = 'TERMINATED'"));

    refused(Code.EXPIRED, () -> family.heir(writer, parent));
  }

  @Test
  void aModeIsTheLeastOfAllAncestorsAlsoThroughAnAgentThatDeclaresNothing() {
    ParentSession child = family.heir(writer, family.heir(silent, family.root(reader, "a")));

    assertThat(family.tools(child))
        .containsExactly("memory_read", "memory_search", "memory_topics");
    assertThat(says(child, "a")).contains("this session may only read memory");
    assertThat(kit.database.<Long>read(rows -> rows.number("SELECT count(*) AS n FROM memories")))
        .isZero();
    assertThat(
            kit.database.read(rows -> ResourceAudit.newest(rows, 10)).stream()
                .filter(entry -> entry.operation().equals("write")))
        .singleElement()
        .satisfies(
            entry -> {
              assertThat(entry.mode()).isEqualTo("read");
              assertThat(entry.allowed()).isFalse();
            });
    assertThat(says(family.heir(writer, family.heir(silent, family.root(writer, "a"))), "a"))
        .contains("stored");
  }

  @Test
  void anotherNameForTheSameMemoriesWidensNothing() {
    UUID renamed = family.agent(writes("notes"));
    ParentSession child = family.heir(renamed, family.root(reader, "a"));
    assertThat(family.tools(child)).doesNotContain("notes_write");

    UUID both = family.agent(reads("memory"), writes("notes"));
    ParentSession other = family.heir(renamed, family.root(both, "a"));
    assertThat(family.tools(other)).contains("notes_write");
    assertThat(family.tools(family.heir(writer, other))).doesNotContain("memory_write");
  }

  @Test
  void serversAreTheSameByTheirAddress() {
    UUID reads = family.agent(server("tickets", "https://a.example/mcp", ResourceMode.READ));
    ParentSession parent = family.root(reads, "a");
    kit.directory.ownResources.put(
        writer,
        List.of(
            server("t1", "https://A.example:443/mcp?v=2", ResourceMode.READ_WRITE),
            server("t2", "https://a.example/other", ResourceMode.READ_WRITE)));

    ParentSession child = family.heir(writer, parent);
    Activation turn = family.begin(child);
    assertThat(family.modes(child, turn))
        .isEqualTo(Map.of("t1", ResourceMode.READ, "t2", ResourceMode.READ_WRITE));
  }

  private static DeclaredResource server(String name, String url, ResourceMode mode) {
    return new DeclaredResource(name, "mcp", mode, Map.of("url", url), Optional.empty(), "");
  }

  @Test
  void anUpdateOfAnAncestorReachesTheNextTurn() {
    ParentSession child = family.heir(writer, family.heir(silent, family.root(reader, "a")));
    kit.directory.ownResources.put(reader, List.of(writes("memory")));
    assertThat(says(child, "a")).as("the mode at its creation").contains("may only read");

    ParentSession parent = family.root(reader, "a");
    ParentSession later = family.heir(writer, family.heir(silent, parent));
    Activation turn = family.begin(later);
    kit.directory.ownResources.put(reader, List.of(reads("memory")));
    assertThat(family.results(later, turn, write("memory", "a")).get("w a").text())
        .as("a turn that runs")
        .contains("stored");
    kit.service().interrupt(later.agent(), later.session());
    assertThat(says(family.heir(writer, parent), "a")).contains("may only read");
    kit.turns().runtimeExited(writer, RuntimeExit.CRASHED);
    kit.advance(Duration.ofMinutes(10));
    assertThat(family.tools(later)).doesNotContain("memory_write");
  }

  @Test
  void whatAParentLosesItsDescendantsLose() {
    ParentSession parent = family.root(writer, "app/a", "app/b", "team");
    ParentSession child = family.child(silent, parent, "app/a/x", "team");
    ParentSession grandchild = family.heir(writer, child);
    ParentSession other = family.child(writer, parent, "team");

    revoke(parent, "app/a");

    assertThat(family.grants(parent)).containsExactly("app/b", "team");
    assertThat(family.grants(child)).containsExactly("team");
    assertThat(family.grants(grandchild)).containsExactly("team");
    assertThat(family.grants(other)).containsExactly("team");
    assertThat(says(grandchild, "app/a/x")).contains("may not write to app/a/x");
    assertThat(says(grandchild, "team")).contains("stored");
    revoke(child, "team");
    assertThat(family.grants(grandchild)).isEmpty();
    assertThat(family.grants(parent)).containsExactly("app/b", "team");
  }

  @Test
  void aChildOfARemovedParentKeepsWhatItHasAndItsOtherAncestors() {
    ParentSession first = family.root(writer, "a", "b");
    ParentSession middle = family.heir(reader, first);
    ParentSession child = family.heir(writer, middle);
    ParentSession free = family.heir(writer, family.heir(silent, first));

    remove(middle);
    kit.directory.ownResources.put(reader, List.of(writes("memory")));

    assertThat(family.view(child).parent()).contains(first);
    assertThat(says(child, "a")).contains("may only read");
    revoke(first, "a");
    assertThat(family.grants(child)).containsExactly("b");
    kit.database.update(tx -> kit.sessions.removal().removeAll(tx, silent));
    assertThat(family.view(free).parent()).contains(first);
    assertThat(says(free, "b")).contains("stored");
    kit.database.update(tx -> kit.sessions.removal().removeAll(tx, writer));
    assertThat(kit.service().find(writer, child.session())).isEmpty();
  }

  @Test
  void removingAnAgentEndsNoSessionOfAnother() {
    ParentSession first = family.root(reader, "a");
    ParentSession second = family.heir(reader, first);
    ParentSession child = family.heir(writer, second);

    kit.database.update(tx -> kit.sessions.removal().removeAll(tx, reader));

    assertThat(family.view(child).parent()).isEmpty();
    assertThat(family.grants(child)).containsExactly("a");
    assertThat(family.tools(child)).doesNotContain("memory_write");
  }

  @Test
  void aChildMayHaveBeenToldWhatItsParentWasTold() {
    ParentSession child = family.child(writer, family.root(writer, "a"));

    assertThat(family.view(child).granted()).isTrue();
    assertThat(family.view(family.child(writer, family.root(writer))).granted()).isFalse();
  }
}
