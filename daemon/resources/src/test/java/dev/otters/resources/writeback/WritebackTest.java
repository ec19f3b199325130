package dev.otters.resources.writeback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.substrate.WritebackException;
import java.util.Collections;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class WritebackTest extends WritebackBench {
  @Test
  void theModelSeesItsAttachmentsWithoutTheirSources() {
    JsonNode listed = call("resources_list", "{}");

    assertThat(listed.path("files").findValuesAsString("path")).contains("SOUL.md");
    assertThat(listed.path("attachments").toString())
        .isEqualTo(
            "[{\"id\":\"local_file:/workspace/src\",\"kind\":\"local_file\","
                + "\"mountPath\":\"/workspace/src\",\"access\":\"read_only\","
                + "\"metadata\":{\"prompt\":\"The (secret) source.\"}},"
                + "{\"id\":\"vault:gh\",\"kind\":\"vault\",\"mountPath\":null,"
                + "\"access\":\"read_only\"}]");
  }

  @Test
  void aWriteThatMayNotBeChangesNothingAndARepeatedOneIsNotAskedAgain() {
    JsonNode _ = call("resources_stage_from_substrate", "{\"sourcePath\":\"SOUL.md\"}");
    drafts.put("SOUL.md", Content.of("Stern.\n"));
    FileVersion before = substrate.file(AGENT, SOUL).orElseThrow();
    gate =
        _ ->
            tx -> {
              throw WritebackException.conflict("not now");
            };
    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(this::promote)
        .withMessage("not now");
    assertRefused("resources_restore_version", restore(before)).withMessage("not now");
    assertThat(substrate.file(AGENT, SOUL)).contains(before);
    assertThat(status()).isEqualTo("ready");

    gate = WriteGate.OPEN;
    JsonNode written = promote();
    gate =
        _ -> {
          throw new IllegalStateException("asked again");
        };
    --ids;
    assertThat(call("resources_restore_version", restore(before))).isEqualTo(written);
  }

  @Test
  void theGateLooksAtTheBytesThatAreWritten() {
    drafts.put("SOUL.md", Content.of("Bad.\n"));
    gate =
        written -> {
          assertThat(written.get(SOUL).text()).contains("Bad.\n");
          drafts.put("SOUL.md", Content.of("Good.\n"));
          return _ -> {};
        };

    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(this::promote)
        .withMessageContaining("the draft SOUL.md has changed while it was checked");
    assertThat(files.get("SOUL.md").text()).contains("Kind.\n");
  }

  private static String restore(FileVersion version) {
    return "{\"versionId\":\"%d\",\"expectedVersionId\":\"%d\"}"
        .formatted(version.id(), version.id());
  }

  @Test
  void aStagedDraftIsChangedComparedAndPromoted() {
    JsonNode staged =
        call("resources_stage_from_substrate", "{\"sourcePath\":\"/workspace/agent/SOUL.md\"}");
    assertThat(staged.path("draftPath").asString())
        .isEqualTo("/workspace/sessions/s/drafts/SOUL.md");
    assertThat(status()).isEqualTo("in_sync");

    drafts.put("SOUL.md", Content.of("Stern.\n"));
    assertThat(status()).isEqualTo("ready");
    assertThat(
            call(
                    "resources_compare_with_substrate",
                    "{\"sessionPath\":\"/workspace/sessions/s/drafts/SOUL.md\"}")
                .path("diff")
                .asString())
        .isEqualTo("@@ -1,1 +1,1 @@\n-Kind.\n+Stern.\n");

    assertThat(promote().path("promoted").path(0).path("session").asString()).isEqualTo("s");
    assertThat(files.get("SOUL.md").text()).contains("Stern.\n");
    assertThat(status()).isEqualTo("in_sync");
  }

  @Test
  void tooManyDraftsAreRefusedBeforeOneIsRead() {
    String file = "{\"sourcePath\":\"missing.md\",\"draftContentHash\":\"0\",\"absent\":true}";
    String files = String.join(",", Collections.nCopies(SubstrateLimits.CHANGES + 1, file));

    assertRefused("resources_promote_to_substrate", "{\"files\":[" + files + "]}")
        .withMessage("a promote must have 1 to 16 files");
  }

  @Test
  void otherBytesThanTheAllowedOnesAreRefused() {
    drafts.put("SOUL.md", Content.of("Stern.\n"));
    long id = substrate.file(AGENT, SOUL).orElseThrow().id();

    assertRefused(
            "resources_promote_to_substrate",
            "{\"sourcePath\":\"SOUL.md\",\"draftContentHash\":\"%s\",\"expectedVersionId\":\"%d\"}"
                .formatted(Content.of("Kind.\n").sha256(), id))
        .withMessageContaining("the draft SOUL.md has changed");
  }

  @Test
  void aDraftWithASecretIsRefused() {
    drafts.put("SOUL.md", Content.of("The key is s3cret.\n"));

    assertThatExceptionOfType(ResourceException.class)
        .isThrownBy(this::promote)
        .withMessage("the draft SOUL.md contains a secret: remove it first");
  }

  @Test
  void aVersionWithASecretIsNotRestored() {
    substrate.prepare(AGENT, Map.of("SOUL.md", "The key is s3cret.\n"));
    FileVersion secret = substrate.file(AGENT, SOUL).orElseThrow();
    substrate.prepare(AGENT, Map.of("SOUL.md", "Calm.\n"));
    FileVersion calm = substrate.file(AGENT, SOUL).orElseThrow();

    assertRefused(
            "resources_restore_version",
            "{\"versionId\":\"%d\",\"expectedVersionId\":\"%d\"}".formatted(secret.id(), calm.id()))
        .withMessageContaining("version " + secret.id() + " contains a secret");
    assertThat(substrate.file(AGENT, SOUL)).contains(calm);
  }

  @Test
  void aVersionIsReadAndRestored() {
    long first = substrate.file(AGENT, SOUL).orElseThrow().id();
    drafts.put("SOUL.md", Content.of("Stern.\n"));
    String second = promote().path("promoted").path(0).path("versionId").asString();

    assertThat(
            call("resources_read_version", "{\"versionId\":\"" + first + "\"}")
                .path("content")
                .asString())
        .isEqualTo("Kind.\n");
    call(
        "resources_restore_version",
        "{\"versionId\":\"%d\",\"expectedVersionId\":\"%s\"}".formatted(first, second));

    assertThat(files.get("SOUL.md").text()).contains("Kind.\n");
    assertThat(call("resources_list_versions", "{\"targetPath\":\"SOUL.md\"}").path("versions"))
        .hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"sessionPath\":\"../x\"}",
        "{\"sessionPath\":\"/etc/passwd\"}",
        "{\"sessionPath\":\"\"}",
        "{\"sessionPath\":\"a//b\"}",
        "{\"sessionPath\":\"a\\u0000b\"}",
        "{\"sessionPath\":\"a/b/c/d/e/f/g/h/i\"}",
        "{\"sessionPath\":7}",
        "{\"sessionPath\":\"missing.md\"}",
        "{\"path\":\"SOUL.md\"}",
        "[]"
      })
  void aWrongInputIsRefused(String input) {
    assertRefused("resources_compare_with_substrate", input);
  }

  @Test
  void aPromoteWithoutAPreconditionIsRefused() {
    drafts.put("new.md", Content.of("x"));

    assertRefused(
            "resources_promote_to_substrate",
            "{\"sourcePath\":\"new.md\",\"draftContentHash\":\"" + Content.of("x").sha256() + "\"}")
        .withMessageContaining("a precondition is needed");
    assertThat(files).doesNotContainKey("new.md");
  }
}
