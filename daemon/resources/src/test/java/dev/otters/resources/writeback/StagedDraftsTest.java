package dev.otters.resources.writeback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.substrate.WritebackException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What becomes of staged drafts. */
class StagedDraftsTest extends WritebackBench {
  @Test
  void aDraftIsKeptWhenItIsStagedAgain() {
    call("resources_stage_from_substrate", "{\"sourcePath\":\"SOUL.md\"}");
    drafts.put("SOUL.md", Content.of("Stern.\n"));

    JsonNode again = call("resources_stage_from_substrate", "{\"sourcePath\":\"SOUL.md\"}");

    assertThat(again.path("reusedExisting").asBoolean()).isTrue();
    assertThat(again.path("divergedFromSource").asBoolean()).isTrue();
    assertThat(drafts.get("SOUL.md").text()).contains("Stern.\n");
    assertRefused(
            "resources_stage_from_substrate",
            "{\"sourcePath\":\"USER.md\",\"targetPath\":\"SOUL.md\"}")
        .withMessageContaining("set overwrite");
  }

  @Test
  void aDraftThatCouldNotBeReplacedStillShowsThatItsSourceHasChanged() {
    JsonNode _ = call("resources_stage_from_substrate", "{\"sourcePath\":\"SOUL.md\"}");
    drafts.put("SOUL.md", Content.of("Stern.\n"));
    substrate.prepare(AGENT, Map.of("SOUL.md", "Calm.\n"));
    String again = "{\"sourcePath\":\"SOUL.md\",\"overwrite\":true}";
    onDraft =
        () -> {
          throw WritebackException.conflict("cannot write the draft SOUL.md: no space left");
        };

    assertRefused("resources_stage_from_substrate", again).withMessageContaining("no space left");
    assertThat(status()).isEqualTo("source_changed");

    onDraft = () -> {};
    assertThat(call("resources_stage_from_substrate", again).path("reusedExisting").asBoolean())
        .isFalse();
    assertThat(status()).isEqualTo("in_sync");
  }

  private JsonNode stage(int number) {
    return call(
        "resources_stage_from_substrate",
        "{\"sourcePath\":\"SOUL.md\",\"targetPath\":\"%d.md\"}".formatted(number));
  }

  @Test
  void aDeletedDraftMakesRoomForANewOne() {
    for (int i = 0; i < SubstrateLimits.DRAFTS; i++) {
      JsonNode _ = stage(i);
    }
    int next = SubstrateLimits.DRAFTS;
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(() -> stage(next))
        .withMessageContaining("at most 64 drafts");
    assertThat(drafts).doesNotContainKey("64.md");

    drafts.remove("0.md");
    assertThat(status()).isEqualTo("draft_missing");
    JsonNode _ = stage(next);

    assertThat(
            call("resources_list_staged_drafts", "{}")
                .path("drafts")
                .findValuesAsString("sessionPath"))
        .hasSize(SubstrateLimits.DRAFTS)
        .noneMatch(path -> path.endsWith("/0.md"));
  }

  @Test
  void aStageThatEndedBeforeItWasNotedIsRepeated() {
    drafts.put("SOUL.md", Content.of("Kind.\n"));

    JsonNode _ = call("resources_stage_from_substrate", "{\"sourcePath\":\"SOUL.md\"}");

    assertThat(status()).isEqualTo("in_sync");
  }

  @Test
  void aDraftShowsThatItsSourceHasChangedOrIsGone() {
    call("resources_stage_from_substrate", "{\"sourcePath\":\"SOUL.md\"}");
    drafts.put("SOUL.md", Content.of("Stern.\n"));
    substrate.prepare(AGENT, Map.of("SOUL.md", "Calm.\n"));
    assertThat(status()).isEqualTo("source_changed");

    files.remove("SOUL.md");
    substrate.prepare(AGENT, Map.of());
    assertThat(status()).isEqualTo("substrate_missing");

    drafts.clear();
    assertThat(status()).isEqualTo("draft_missing");
  }

  @Test
  void aPromotedDraftFollowsItsFileAlsoIfTheDaemonEndsBeforeTheCopy() {
    call("resources_stage_from_substrate", "{\"sourcePath\":\"SOUL.md\"}");
    drafts.put("SOUL.md", Content.of("Stern.\n"));
    onCopy =
        () -> {
          throw new AssertionError("the daemon ends");
        };
    assertThatExceptionOfType(AssertionError.class).isThrownBy(this::promote);
    onCopy = () -> {};
    assertThat(status()).isEqualTo("in_sync");

    drafts.put("SOUL.md", Content.of("Sterner.\n"));
    assertThat(status()).isEqualTo("ready");
  }
}
