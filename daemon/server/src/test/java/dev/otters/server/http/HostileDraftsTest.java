package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.durable.DraftComparison;
import dev.otters.api.durable.DraftList;
import dev.otters.api.durable.DraftView;
import dev.otters.api.durable.DurableFile;
import dev.otters.api.durable.DurableFileList;
import dev.otters.api.durable.PromoteFile;
import dev.otters.api.durable.PromoteRequest;
import dev.otters.api.durable.RestoreRequest;
import dev.otters.api.durable.StageRequest;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Drafts that an agent made to harm, and writes that cannot be: each is one error for the operator
 * and for the model, and no durable file has changed.
 */
class HostileDraftsTest {
  private static final String FILES = "/v1/agents/bob/resources";
  private static final String DRAFTS = "/v1/agents/bob/sessions/s/drafts";
  private static final String HASH = Content.of("bad").sha256();

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;
  private Path drafts;
  private Path secret;
  private List<DurableFile> before;

  @BeforeEach
  void aSessionWithDrafts() throws IOException {
    kit = new ApiKit(folder);
    ok(
        "POST /v1/agents/bob/sessions/s/events",
        "{\"id\":\"m\",\"type\":\"user.message\",\"text\":\"Hi\"}");
    for (String file : List.of("SOUL.md", "USER.md")) {
      ok("POST " + DRAFTS, Json.write(new StageRequest(file, null, false)));
    }
    Path root = kit.daemon.home.agents().resolve(kit.bob.toString());
    drafts = root.resolve("workspace/sessions/s/drafts");
    secret = Files.writeString(folder.resolve("secret"), "secret");
    before = files();
  }

  private String ok(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      assertThat(answer.status()).as(line).isBetween(200, 202);
      return answer.body();
    }
  }

  private Problem refused(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return ApiKit.problem(answer);
    }
  }

  private List<DurableFile> files() {
    return Json.read(ok("GET " + FILES, ""), DurableFileList.class).files();
  }

  private DurableFile file(String path) {
    return files().stream().filter(it -> it.path().equals(path)).findFirst().orElseThrow();
  }

  private String state(String draft) {
    return Json.read(ok("GET " + DRAFTS, ""), DraftList.class).drafts().stream()
        .filter(it -> it.draft().equals(draft))
        .map(DraftView::state)
        .findFirst()
        .orElseThrow();
  }

  private DraftComparison compared(String draft) {
    return Json.read(ok("GET " + DRAFTS + "/comparison?draft=" + draft, ""), DraftComparison.class);
  }

  private Problem promote(PromoteFile... wanted) {
    return refused("POST " + DRAFTS + "/promote", Json.write(new PromoteRequest(List.of(wanted))));
  }

  private PromoteFile wanted(String path, String hash) {
    return new PromoteFile(path, null, hash, file(path).version(), null, false);
  }

  /** Runs a call of the model, as its daemon does after the operator has allowed it. */
  private EventBody.ToolResult call(String tool, String input) {
    ToolCall call = new ToolCall("c1", "resources_" + tool, input);
    String id = UUID.randomUUID().toString();
    return kit.daemon
        .agents()
        .directory()
        .runFileTool(kit.bob, new SessionId("s"), id, call, WriteGate.OPEN);
  }

  private String failure(String tool, String input) {
    EventBody.ToolResult result = call(tool, input);
    assertThat(result.isError()).as(result.toString()).isTrue();
    return result.error().orElseThrow();
  }

  private JsonNode answer(String tool, String input) {
    EventBody.ToolResult result = call(tool, input);
    assertThat(result.isError()).as(result.toString()).isFalse();
    return JsonMapper.shared().readTree(result.stdout());
  }

  private static String promote(String path, String hash, @Nullable String expected) {
    String version = expected == null ? "" : ",\"expectedVersionId\":\"" + expected + "\"";
    return "{\"sourcePath\":\"%s\",\"draftContentHash\":\"%s\"%s}".formatted(path, hash, version);
  }

  /** A thing that an agent can put in the place of its draft SOUL.md. */
  private enum Trick {
    A_LINK("cannot open the draft SOUL.md: it is a link, or behind one") {
      @Override
      void play(Path drafts, Path secret) throws IOException {
        Files.createSymbolicLink(drafts.resolve("SOUL.md"), secret);
      }
    },
    A_FOLDER("the draft SOUL.md is not a file") {
      @Override
      void play(Path drafts, Path secret) throws IOException {
        Files.createDirectory(drafts.resolve("SOUL.md"));
      }
    },
    A_PIPE("the draft SOUL.md is not a file") {
      @Override
      void play(Path drafts, Path secret) throws Exception {
        Process made = new ProcessBuilder("mkfifo", drafts.resolve("SOUL.md").toString()).start();
        assertThat(made.waitFor()).isZero();
      }
    },
    ONE_GIB("the draft SOUL.md has more than 1048576 bytes") {
      @Override
      void play(Path drafts, Path secret) throws IOException {
        try (RandomAccessFile huge =
            new RandomAccessFile(drafts.resolve("SOUL.md").toFile(), "rw")) {
          huge.setLength(1L << 30);
        }
      }
    },
    NOTHING("there is no draft SOUL.md") {
      @Override
      void play(Path drafts, Path secret) {}
    };

    private final String why;

    Trick(String why) {
      this.why = why;
    }

    abstract void play(Path drafts, Path secret) throws Exception;
  }

  @ParameterizedTest
  @EnumSource
  void aDraftThatIsNoFileOfItsFolderIsOneErrorAndWritesNothing(Trick trick) throws Exception {
    Files.writeString(drafts.resolve("USER.md"), "good");
    String good = compared("USER.md").sha256();
    Files.delete(drafts.resolve("SOUL.md"));
    trick.play(drafts, secret);

    for (Problem problem :
        List.of(
            refused("GET " + DRAFTS + "/comparison?draft=SOUL.md", ""),
            promote(wanted("SOUL.md", HASH)),
            promote(wanted("USER.md", good), wanted("SOUL.md", HASH)))) {
      assertThat(problem.status()).as(problem.toString()).isBetween(400, 499);
      assertThat(problem.title()).isEqualTo(trick.why);
    }
    String version = file("SOUL.md").version();
    assertThat(failure("compare_with_substrate", "{\"sessionPath\":\"SOUL.md\"}"))
        .isEqualTo(trick.why);
    assertThat(failure("promote_to_substrate", promote("SOUL.md", HASH, version)))
        .isEqualTo(trick.why);

    assertThat(state("SOUL.md")).isEqualTo("draft_missing");
    assertThat(files()).isEqualTo(before);
    assertThat(secret).hasContent("secret");
  }

  @Test
  void aDraftFolderThatIsALinkLeadsNowhere() throws IOException {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.move(drafts, drafts.resolveSibling("mine"));
    Files.createSymbolicLink(drafts, other);
    Files.writeString(other.resolve("SOUL.md"), "secret");
    String why = "cannot open the draft SOUL.md: it is a link, or behind one";

    String stage = "{\"sourcePath\":\"SOUL.md\",\"overwrite\":true}";
    assertThat(failure("stage_from_substrate", stage)).isEqualTo(why);
    assertThat(promote(wanted("SOUL.md", Content.of("secret").sha256())).title()).isEqualTo(why);

    assertThat(other.resolve("SOUL.md")).hasContent("secret");
    assertThat(files()).isEqualTo(before);
  }

  @Test
  void aDraftWhoseSourceHasChangedIsKeptAndNotPromoted() throws IOException {
    Files.writeString(drafts.resolve("SOUL.md"), "of the agent");
    DraftComparison compared = compared("SOUL.md");
    PromoteFile stale = wanted("SOUL.md", compared.sha256());
    ok("PUT " + FILES + "/content?path=SOUL.md&expected-version=" + stale.expectedVersion(), "new");
    DurableFile current = file("SOUL.md");

    Problem problem = promote(stale);
    String told =
        failure(
            "promote_to_substrate", promote("SOUL.md", compared.sha256(), stale.expectedVersion()));

    assertThat(problem.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(List.of(problem.title(), told))
        .containsOnly(
            "SOUL.md is not as expected: version %s was expected, but it has version %s and content hash %s"
                .formatted(stale.expectedVersion(), current.version(), current.sha256()));
    assertThat(state("SOUL.md")).isEqualTo("source_changed");
    assertThat(drafts.resolve("SOUL.md")).hasContent("of the agent");
    assertThat(file("SOUL.md")).isEqualTo(current);

    answer("promote_to_substrate", promote("SOUL.md", compared.sha256(), current.version()));
    assertThat(ok("GET " + FILES + "/content?path=SOUL.md", "")).isEqualTo("of the agent");
  }

  @Test
  void aWriteWithoutAPreconditionIsRefused() throws IOException {
    Files.writeString(drafts.resolve("SOUL.md"), "bad");
    String soul = file("SOUL.md").version();
    String absentAndVersion =
        "{\"sourcePath\":\"SOUL.md\",\"draftContentHash\":\"%s\",\"absent\":true,\"expectedVersionId\":\"%s\"}"
            .formatted(HASH, soul);
    List<String> told = new ArrayList<>();
    for (Problem problem :
        List.of(
            promote(new PromoteFile("SOUL.md", null, HASH, null, null, false)),
            promote(new PromoteFile("SOUL.md", null, HASH, soul, null, true)),
            refused(
                "POST " + FILES + "/restore",
                Json.write(new RestoreRequest(soul, null, null, false))),
            refused("PUT " + FILES + "/content?path=SOUL.md", "bad"))) {
      assertThat(problem.code()).isEqualTo(ErrorCode.INVALID_REQUEST);
      told.add(problem.title());
    }
    told.add(failure("promote_to_substrate", promote("SOUL.md", HASH, null)));
    told.add(failure("promote_to_substrate", absentAndVersion));
    told.add(failure("restore_version", "{\"versionId\":\"" + soul + "\"}"));

    assertThat(told).allMatch(text -> text.startsWith("a precondition is needed: "));
    assertThat(files()).isEqualTo(before);
    assertThat(state("SOUL.md")).isEqualTo("ready");
  }

  @Test
  void bytesThatAreNoTextArePromotedAsTheyAre() throws IOException {
    byte[] bytes = {0, (byte) 0xff, (byte) 0xfe, '\r', '\n', (byte) 0xc3};
    Files.write(drafts.resolve("SOUL.md"), bytes);

    JsonNode compared = answer("compare_with_substrate", "{\"sessionPath\":\"SOUL.md\"}");
    assertThat(compared.path("binary").asBoolean()).isTrue();
    assertThat(compared.path("diff").asString()).isEmpty();
    String hash = Content.of(bytes).sha256();
    JsonNode written =
        answer("promote_to_substrate", promote("SOUL.md", hash, file("SOUL.md").version()));

    String version = written.path("promoted").path(0).path("versionId").asString();
    JsonNode read = answer("read_version", "{\"versionId\":\"" + version + "\"}");
    assertThat(read.path("binary").asBoolean()).isTrue();
    assertThat(read.path("content").isNull()).isTrue();
    assertThat(file("SOUL.md").sha256()).isEqualTo(hash);
    assertThat(kit.daemon.home.agents().resolve(kit.bob.toString()).resolve("substrate/SOUL.md"))
        .hasBinaryContent(bytes);
    assertThat(Optional.of(state("SOUL.md"))).contains("in_sync");
  }
}
