package dev.otters.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.sessions.log.SessionId;
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
    return kit.service().list(agent, beginning, limit).stream()
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
    assertThat(kit.service().list(Optional.empty(), "", 9))
        .extracting(SessionView::agent)
        .containsExactly(other, kit.agent, kit.agent, kit.agent);
  }

  @Test
  void aViewHoldsTheBeginningOfTheFirstMessage() {
    assertThat(kit.view().firstMessage()).isEqualTo("first of cli:chat:1");
    assertThat(kit.service().find(other, kit.session).orElseThrow().firstMessage())
        .isEqualTo("x".repeat(200));
  }
}
