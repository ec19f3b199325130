package dev.otters.resources.writeback;

import static dev.otters.resources.attachment.Attachment.Kind.LOCAL_FILE;
import static dev.otters.resources.attachment.Attachment.Kind.VAULT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.otters.home.store.Database;
import dev.otters.home.store.Tx;
import dev.otters.home.time.ManualTime;
import dev.otters.resources.attachment.Attachment;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.FileVersion;
import dev.otters.resources.substrate.Substrate;
import dev.otters.resources.substrate.SubstrateFolder;
import dev.otters.resources.substrate.SubstrateLimits;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.Writeback.Place;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class WritebackTest {
  private static final JsonMapper JSON = JsonMapper.shared();
  private static final UUID AGENT = UUID.fromString("00000000-0000-0000-0000-000000000001");
  private static final FilePath SOUL = new FilePath(List.of("SOUL.md"));

  @TempDir Path folder;
  private final Map<String, Content> files = new HashMap<>();
  private final Map<String, Content> drafts = new HashMap<>();
  private Database database;
  private static final List<Attachment> ATTACHMENTS =
      List.of(
          Attachment.at("/workspace/src", LOCAL_FILE, "/home/ada/src", true, "The s3cret source."),
          new Attachment("vault:gh", VAULT, "vault:gh", Optional.empty(), true, ""));

  private Substrate substrate;
  private WritebackCalls calls;
  private Runnable onCopy = () -> {};
  private Runnable onDraft = () -> {};
  private WriteGate gate = WriteGate.OPEN;
  private int ids;

  @BeforeEach
  void open() {
    database = Database.open(folder.resolve("daemon.db"));
    database.update(WritebackTest::addSession);
    substrate = new Substrate(database, new ManualTime(), new Disk());
    substrate.prepare(AGENT, Map.of("SOUL.md", "Kind.\n"));
    calls =
        new WritebackCalls(
            new Writeback(database, new ManualTime(), substrate, new Drafts()),
            new Place(AGENT, "s"),
            () -> ATTACHMENTS,
            text -> text.replace("s3cret", "(secret)"),
            given -> gate.pass(given));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static void addSession(Tx tx) {
    tx.execute(
        "INSERT INTO agents(id, name, uid, gid, spec, state, created, wanted, keep_workspace,"
            + " restarts, created_at) VALUES(?, 'guide', 1, 1, '{}', 'READY', 1, 1, 0, 0, 0)",
        AGENT);
    tx.execute(
        "INSERT INTO sessions(key, agent, id, status, created_at, updated_at) VALUES(1, ?, 's',"
            + " 'IDLE', 0, 0)",
        AGENT);
  }

  private final class Disk implements SubstrateFolder {
    @Override
    public void create(UUID agent) {}

    @Override
    public void write(UUID agent, Map<FilePath, Content> written) {
      onCopy.run();
      written.forEach((path, content) -> files.put(path.toString(), content));
    }

    @Override
    public Optional<Content> read(UUID agent, FilePath path) {
      return Optional.ofNullable(files.get(path.toString()));
    }
  }

  private final class Drafts implements DraftFolder {
    @Override
    public String target(UUID agent, String session) {
      return "/workspace/sessions/" + session + "/drafts";
    }

    @Override
    public Optional<Content> read(UUID agent, String session, FilePath path) {
      return Optional.ofNullable(drafts.get(path.toString()));
    }

    @Override
    public void write(UUID agent, String session, FilePath path, Content content) {
      onDraft.run();
      drafts.put(path.toString(), content);
    }
  }

  private JsonNode call(String tool, String input) {
    return JSON.readTree(calls.run(tool, "call " + ++ids, JSON.readTree(input)));
  }

  private ThrowableAssertAlternative<ResourceException> assertRefused(String tool, String input) {
    return assertThatExceptionOfType(ResourceException.class).isThrownBy(() -> call(tool, input));
  }

  private String status() {
    return call("resources_list_staged_drafts", "{}")
        .path("drafts")
        .path(0)
        .path("status")
        .asString();
  }

  private JsonNode promote() {
    JsonNode needed =
        call("resources_compare_with_substrate", "{\"sessionPath\":\"SOUL.md\"}").path("promote");
    return call(
        "resources_promote_to_substrate",
        "{\"sourcePath\":\"SOUL.md\",\"draftContentHash\":\"%s\",\"expectedVersionId\":\"%s\"}"
            .formatted(
                needed.path("draftContentHash").asString(),
                needed.path("expectedVersionId").asString()));
  }

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
