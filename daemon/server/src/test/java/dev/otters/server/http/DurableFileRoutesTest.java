package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import dev.otters.api.durable.StagedDraft;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Durable files and drafts as the operator sees them. */
class DurableFileRoutesTest {
  private static final String FILES = "/v1/agents/bob/resources";
  private static final String DRAFTS = "/v1/agents/bob/sessions/s/drafts";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private String ok(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      assertThat(answer.status()).as(line).isEqualTo(200);
      return answer.body();
    }
  }

  private Problem refused(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return ApiKit.problem(answer);
    }
  }

  private <T> T get(String path, Class<T> type) {
    return Json.read(ok("GET " + path, ""), type);
  }

  private DurableFile soul() {
    return get(FILES, DurableFileList.class).files().stream()
        .filter(file -> file.path().equals("SOUL.md"))
        .findFirst()
        .orElseThrow();
  }

  private DurableFile write(String path, String expected, String text) {
    return Json.read(
        ok("PUT " + FILES + "/content?path=" + path + "&" + expected, text), DurableFile.class);
  }

  private String read(String query) {
    return ok("GET " + FILES + "/content?" + query, "");
  }

  private void session() {
    try (Http answer =
        kit.ask(
            "POST /v1/agents/bob/sessions/s/events",
            "",
            "{\"id\":\"m\",\"type\":\"user.message\",\"text\":\"Hi\"}")) {
      assertThat(answer.status()).isEqualTo(202);
    }
  }

  /** Stages SOUL.md, and edits the draft as the agent does. */
  private DraftComparison edited(String text) {
    session();
    StagedDraft staged =
        Json.read(
            ok("POST " + DRAFTS, Json.write(new StageRequest("SOUL.md", null, false))),
            StagedDraft.class);
    assertThat(staged.path()).endsWith("/s/drafts/SOUL.md");
    kit.daemon
        .agents()
        .directory()
        .writeback()
        .drafts()
        .write(kit.bob, "s", FilePath.stored("SOUL.md"), Content.of(text));
    return get(DRAFTS + "/comparison?draft=SOUL.md", DraftComparison.class);
  }

  private static String promote(DraftComparison compared, String version) {
    return Json.write(
        new PromoteRequest(
            List.of(new PromoteFile("SOUL.md", null, compared.sha256(), version, null, false))));
  }

  @Test
  void aFileIsWrittenReadAndRestored() {
    DurableFile image = soul();
    assertThat(image.origin()).isEqualTo("image");

    DurableFile written = write("SOUL.md", "expected-version=" + image.version(), "stern");

    assertThat(written.origin()).isEqualTo("promote");
    assertThat(written.author()).isNotEmpty();
    assertThat(read("path=SOUL.md")).isEqualTo("stern");
    assertThat(read("path=SOUL.md&version=" + image.version())).contains("You are a guide.");
    String restore = Json.write(new RestoreRequest(image.version(), null, written.sha256(), false));
    assertThat(Json.read(ok("POST " + FILES + "/restore", restore), DurableFile.class).restored())
        .isEqualTo(image.version());
    assertThat(get(FILES + "/versions?path=SOUL.md&limit=2", DurableFileList.class).files())
        .extracting(DurableFile::origin)
        .containsExactly("restore", "promote");
  }

  @Test
  void bytesAreKeptAsTheyAreAlsoNone() {
    byte[] bytes = {0, (byte) 0xff, 13, 10};
    try (Http answer = kit.ask("PUT " + FILES + "/content?path=a.bin&absent=true", "", bytes)) {
      assertThat(answer.status()).isEqualTo(200);
    }
    assertThat(
            kit.daemon
                .agents()
                .directory()
                .writeback()
                .files()
                .file(kit.bob, FilePath.stored("a.bin"))
                .orElseThrow()
                .sha256())
        .isEqualTo(Content.of(bytes).sha256());

    assertThat(write("empty.md", "absent=true", "").bytes()).isZero();
    assertThat(read("path=empty.md")).isEmpty();
  }

  @Test
  void theLoserOfARaceLearnsBothCurrentValues() {
    String before = "expected-version=" + soul().version();
    DurableFile won = write("SOUL.md", before, "first");

    Problem lost = refused("PUT " + FILES + "/content?path=SOUL.md&" + before, "second");

    assertThat(lost.status()).isEqualTo(409);
    assertThat(lost.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(lost.title())
        .contains("version " + won.version() + " and content hash " + won.sha256());
    assertThat(read("path=SOUL.md")).isEqualTo("first");
  }

  @ParameterizedTest
  @CsvSource({
    "path=SOUL.md, a precondition is needed: expected-version or expected-hash",
    "path=SOUL.md&absent=true&expected-version=1, a precondition is needed",
    "absent=true, parameter 'path' is missing",
    "path=../x&absent=true, the path is invalid",
    "path=x&expected-version=one, must be the id of a version",
    "path=x&absent=maybe, parameter 'absent' is 'maybe'",
  })
  void aBadWriteIsRefused(String query, String why) {
    Problem problem = refused("PUT " + FILES + "/content?" + query, "text");

    assertThat(problem.status()).isEqualTo(400);
    assertThat(problem.title()).contains(why);
  }

  /** Stores a secret, and returns it. */
  private String secret() {
    try (Http answer = kit.ask("PUT /v1/vaults/key", "", "{\"value\":\"s3cret-0123456789\"}")) {
      assertThat(answer.status()).isBetween(200, 204);
    }
    return "s3cret-0123456789";
  }

  @Test
  void aFileOverTheLimitOrWithASecretIsRefused() {
    String large = "x".repeat((1 << 20) + 1);
    assertThat(refused("PUT " + FILES + "/content?path=x&absent=true", large).title())
        .contains("more than 1048576 bytes");
    assertThat(refused("PUT " + FILES + "/content?path=x&absent=true", secret()).title())
        .contains("contains a secret");
    assertThat(get(FILES, DurableFileList.class).files())
        .extracting(DurableFile::path)
        .doesNotContain("x");
  }

  @Test
  void aVersionWithASecretIsNotRestored() {
    DurableFile first = write("notes.md", "absent=true", "The key is s3cret-0123456789.");
    DurableFile second = write("notes.md", "expected-version=" + first.version(), "None.");
    assertThat(secret()).startsWith("s3cret");

    String restore = Json.write(new RestoreRequest(first.version(), second.version(), null, false));

    assertThat(refused("POST " + FILES + "/restore", restore).title())
        .contains("version %s contains a secret".formatted(first.version()));
    assertThat(read("path=notes.md")).isEqualTo("None.");
  }

  @Test
  void aDraftIsStagedComparedAndPromoted() {
    DraftComparison compared = edited("stern\n");

    assertThat(compared.diff()).contains("+stern");
    assertThat(get(DRAFTS, DraftList.class).drafts())
        .extracting(DraftView::state)
        .containsExactly("ready");
    String body = promote(compared, compared.current().version());
    DurableFile written =
        Json.read(ok("POST " + DRAFTS + "/promote", body), DurableFileList.class)
            .files()
            .getFirst();
    assertThat(written.session()).isEqualTo("s");
    assertThat(read("path=SOUL.md")).isEqualTo("stern\n");
    assertThat(get(DRAFTS, DraftList.class).drafts())
        .extracting(DraftView::state)
        .containsExactly("in_sync");
    assertThat(refused("POST " + DRAFTS + "/promote", body).code()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void aPromoteOfAnotherDraftThanTheComparedOneIsRefused() {
    DraftComparison first = edited("stern\n");
    DraftComparison second = edited("sterner\n");
    assertThat(second.sha256()).isNotEqualTo(first.sha256());

    Problem problem =
        refused("POST " + DRAFTS + "/promote", promote(first, first.current().version()));

    assertThat(problem.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(problem.title()).contains("the draft SOUL.md has changed", second.sha256());
    assertThat(soul().origin()).isEqualTo("image");
  }

  @Test
  void aDiffHidesSecrets() {
    String secret = secret();

    assertThat(edited("key " + secret + "\n").diff()).contains("+key ").doesNotContain(secret);
  }

  @Test
  void whatDoesNotExistIsNamed() {
    assertThat(refused("GET " + FILES + "/content?path=none.md", "").title())
        .isEqualTo("there is no durable file none.md");
    assertThat(refused("GET " + FILES + "/content?path=MEMORY.md&version=1", "").status())
        .isEqualTo(404);
    assertThat(refused("GET " + DRAFTS, "").code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    session();
    assertThat(refused("GET " + DRAFTS + "/comparison?draft=none.md", "").title())
        .isEqualTo("there is no draft none.md");
    assertThat(refused("POST " + DRAFTS + "/promote", "{}").title()).contains("'files'");
    assertThat(refused("POST " + DRAFTS + "/promote", "{\"files\":[null]}").status())
        .isEqualTo(400);
    assertThat(refused("GET /v1/agents/eve/resources", "").code())
        .isEqualTo(ErrorCode.AGENT_NOT_FOUND);
  }

  @Test
  void theAuditNamesTheFile() {
    DurableFile first = write("notes/a.md", "absent=true", "a");
    DraftComparison compared = edited("stern\n");
    String body = promote(compared, compared.current().version());
    assertThat(ok("POST " + DRAFTS + "/promote", body).getBytes(UTF_8)).isNotEmpty();

    assertThat(kit.audit.newest(10))
        .extracting(entry -> entry.call().target())
        .contains("bob/notes/a.md", "bob/s/SOUL.md");

    String restore = Json.write(new RestoreRequest(first.version(), first.version(), null, false));
    assertThat(ok("POST " + FILES + "/restore", restore)).contains("notes/a.md");
    assertThat(kit.audit.newest(1))
        .extracting(entry -> entry.call().target())
        .containsExactly("bob/notes/a.md");
  }
}
