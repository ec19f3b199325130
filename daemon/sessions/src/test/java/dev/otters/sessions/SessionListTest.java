package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import dev.otters.sessions.log.SessionView;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionListTest {
  private final UUID other = UUID.randomUUID();
  @TempDir private Path folder;
  @AutoClose private SessionKit kit;

  @BeforeEach
  void open() {
    kit = new SessionKit(folder);
    for (String id : List.of("cli:prompt:1", "cli:chat:1", "cli:prompt:2")) {
      kit.say(new SessionId(id), "first of " + id);
      kit.advance(Duration.ofSeconds(1));
    }
    kit.say(new SessionId("cli:chat:1"), "second");
    kit.advance(Duration.ofSeconds(1));
    var _ = kit.service().appendUserMessage(other, kit.session, "m", "x".repeat(500), tx -> {});
  }

  private List<String> ids(Optional<UUID> agent, String beginning, int limit) {
    return kit.service().list(agent, beginning, SessionPlace.FIRST, limit).stream()
        .map(view -> view.id().toString())
        .toList();
  }

  @Test
  void theSessionUsedLastComesFirst() {
    assertThat(ids(Optional.of(kit.agent), "", 9))
        .containsExactly("cli:chat:1", "cli:prompt:2", "cli:prompt:1");
  }

  @Test
  void onlyTheWantedNumberIsRead() {
    assertThat(ids(Optional.of(kit.agent), "", 2)).containsExactly("cli:chat:1", "cli:prompt:2");
  }

  @Test
  void theBeginningOfAnIdSaysWhereItCameFrom() {
    assertThat(ids(Optional.of(kit.agent), "cli:prompt:", 1)).containsExactly("cli:prompt:2");
    assertThat(ids(Optional.of(kit.agent), "gui:", 1)).isEmpty();
  }

  @Test
  void allAgentsHaveOneList() {
    assertThat(kit.service().list(Optional.empty(), "", SessionPlace.FIRST, 9))
        .extracting(SessionView::agent)
        .containsExactly(other, kit.agent, kit.agent, kit.agent);
  }

  @Test
  void aViewHoldsTheBeginningOfTheFirstMessage() {
    assertThat(kit.view().title()).isEqualTo("first of cli:chat:1");
    assertThat(kit.service().find(other, kit.session).orElseThrow().title())
        .isEqualTo("x".repeat(200));
    kit.say(new SessionId("odd"), "x" + "🦦".repeat(200));
    assertThat(kit.service().find(kit.agent, new SessionId("odd")).orElseThrow().title())
        .isEqualTo("x" + "🦦".repeat(99));
  }

  @Test
  void aListReadsNoMessages() {
    kit.database.update(tx -> tx.execute("UPDATE events SET body = 'unreadable'"));
    assertThat(kit.service().list(Optional.empty(), "", SessionPlace.FIRST, 9)).hasSize(4);
  }

  private String named(String name) {
    return kit.service().named(kit.agent, new SessionId(name)).value();
  }

  @Test
  void theUniqueBeginningOfAGeneratedIdNamesItsSession() {
    String one = "cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d";
    String two = "cli:chat:0a1b2c3d-ffff-4a6b-8c7d-0e9f8a7b6c5d";
    kit.say(new SessionId(one), "x");
    kit.say(new SessionId(two), "y");
    kit.say(new SessionId("0a1b"), "z");

    assertThat(List.of(named("0a1b2c3d4e5f"), named("0a1b2c3d-4"), named("cli:prompt:0a1b")))
        .containsOnly(one);
    assertThat(named(two)).isEqualTo(two);
    assertThat(named("0a1b")).isEqualTo("0a1b");
    assertThatExceptionOfType(SessionException.class)
        .isThrownBy(() -> named("0a1b2c3d"))
        .withMessageContainingAll(one, two)
        .satisfies(e -> assertThat(e.code()).isEqualTo(SessionException.Code.AMBIGUOUS));
  }

  @Test
  void theNameOfAUserIsNeverAbbreviated() {
    kit.say(new SessionId("facade-10"), "x");
    kit.say(new SessionId("cli:prompt:0a1b2c3d-4e5f-4a6b-8c7d-0e9f8a7b6c5d"), "x");
    assertThat(List.of(named("facade-1"), named("cli"), named("0a1"), named("4e5f")))
        .containsExactly("facade-1", "cli", "0a1", "4e5f");
  }
}
