package dev.otters.agents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.create.RunRequests;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.RunRequest;
import dev.otters.executor.mounts.MountException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.log.SessionPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Agents that new ones replace, and those that stay. */
class ReplacementTest extends AgentKitTest {
  private AgentView old;

  @BeforeEach
  void runAnAgentWithASession() throws IOException {
    old = kit.run();
    Files.writeString(kit.root(old).resolve("workspace/old"), "work of a week");
    long _ =
        kit.sessions()
            .service()
            .appendUserMessage(
                UUID.fromString(old.id()), new SessionId("s"), "m", "hello", tx -> {});
  }

  private static RunRequest replacing(String ref, Map<String, Object> more) {
    Map<String, Object> members = new HashMap<>(more);
    members.put("replace", true);
    return RunRequests.of(ref, members);
  }

  private void assertThatTheOldAgentRunsOn() {
    assertThat(kit.rows().all())
        .singleElement()
        .satisfies(row -> assertThat(row.id()).hasToString(old.id()));
    assertThat(kit.state(old)).isInstanceOf(Lifecycle.Ready.class);
    assertThat(kit.engine.sandbox(UUID.fromString(old.id()))).isPresent();
    assertThat(kit.root(old).resolve("workspace/old")).hasContent("work of a week");
    assertThat(kit.sessions().service().list(Optional.empty(), "", SessionPlace.FIRST, 9))
        .hasSize(1);
  }

  @Test
  void aMissingSourceOfAMountLeavesTheOldAgentRunning() {
    Map<String, String> mount = Map.of("source", "/no/such/folder", "target", "data");
    assertThatThrownBy(() -> kit.run(replacing("guide:1", Map.of("mounts", List.of(mount)))))
        .isInstanceOf(MountException.class);

    assertThatTheOldAgentRunsOn();
  }

  @Test
  void aForbiddenSourceOfAMountLeavesTheOldAgentRunning() {
    Map<String, String> mount = Map.of("source", kit.home.folder().toString(), "target", "data");
    assertThatThrownBy(() -> kit.run(replacing("guide:1", Map.of("mounts", List.of(mount)))))
        .isInstanceOf(MountException.class);

    assertThatTheOldAgentRunsOn();
  }

  @Test
  void aMissingToolLeavesTheOldAgentRunning() {
    kit.images()
        .agent("guide:2", AgentKit.AGENTFILE.replace("BIN sh tools/sh:1", "BIN sh tools/none:1"));
    assertThatThrownBy(() -> kit.run(replacing("guide:2", Map.of())))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.BIN_NOT_FOUND));

    assertThatTheOldAgentRunsOn();
  }

  @Test
  void theUsualNameOfAnotherImageReplacesNoAgent() {
    kit.images().agent("registry.example/evil:1", AgentKit.AGENTFILE);
    assertThatThrownBy(() -> kit.run(replacing("registry.example/evil:1", Map.of())))
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.NAME_TAKEN);
              assertThat(e)
                  .hasMessage("there is an agent 'guide' already, from another image: guide:1");
              assertThat(e.problem().remedy())
                  .isEqualTo("Replace it with --name guide, or choose another --name.");
            });
    kit.images().agent("registry.example/guide:1", AgentKit.AGENTFILE);
    assertThatThrownBy(() -> kit.run(replacing("registry.example/guide:1", Map.of())))
        .as("the same repository of another registry")
        .isInstanceOf(ApiException.class);

    assertThatTheOldAgentRunsOn();
  }

  @Test
  void anotherTagAndAnotherImageWithTheNameReplaceTheAgent() throws IOException {
    kit.images().agent("guide:2", AgentKit.AGENTFILE);
    AgentView second = kit.run(replacing("guide:2", Map.of()));
    assertThat(second.name()).isEqualTo("guide");
    assertThat(second.contents().tools()).hasSize(1);
    assertThat(kit.root(old)).doesNotExist();

    kit.images().agent("registry.example/other:1", AgentKit.AGENTFILE);
    AgentView third = kit.run(replacing("registry.example/other:1", Map.of("name", "guide")));
    assertThat(kit.rows().all())
        .singleElement()
        .satisfies(row -> assertThat(row.id()).hasToString(third.id()));
  }
}
