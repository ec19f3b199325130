package dev.otters.cli.commands;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.api.durable.DraftComparison;
import dev.otters.api.durable.DraftList;
import dev.otters.api.durable.DraftView;
import dev.otters.api.durable.DurableFile;
import dev.otters.api.durable.DurableFileList;
import dev.otters.api.durable.StagedDraft;
import dev.otters.api.resource.AttachmentList;
import dev.otters.api.resource.AttachmentMetadata;
import dev.otters.api.resource.AttachmentView;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResourceCommandsTest extends CommandTest {
  private static final String FILES = "/v1/agents/bob/resources";
  private static final String DRAFTS = "/v1/agents/bob/sessions/s/drafts";
  private static final DurableFile SOUL = file("7", null);

  private static final SessionSummary SESSION =
      new SessionSummary(
          "s", "bob", "idle", null, 1, 8, 0, 0, Instant.EPOCH, Instant.EPOCH, null, "Look.");

  private static DurableFile file(String version, @Nullable String restored) {
    return new DurableFile(
        version,
        "SOUL.md",
        "ab".repeat(32),
        12,
        restored == null ? "promote" : "restore",
        restored,
        "operator",
        "s",
        Instant.now().minusSeconds(300));
  }

  private String last() {
    return daemon.requests().getLast().text();
  }

  private void draft(String diff) {
    daemon.answer("GET /v1/agents/bob/sessions/s", SESSION);
    daemon.answer(
        "GET " + DRAFTS + "/comparison",
        new DraftComparison("SOUL.md", "SOUL.md", "cd", 5, false, false, 1, 1, diff, SOUL));
    daemon.answer("POST " + DRAFTS + "/promote", new DurableFileList(List.of(file("8", null))));
  }

  @Test
  void filesAndVersionsAreListed() {
    daemon.answer("GET " + FILES, new DurableFileList(List.of(SOUL)));
    daemon.answer("GET " + FILES + "/versions", new DurableFileList(List.of(file("9", "3"))));

    assertThat(bench.run("resources", "ls", "bob").out())
        .containsPattern("7 +SOUL.md +12 ?B +abababababab +promote +s +5 minutes ago");
    assertThat(bench.run("resources", "versions", "bob", "SOUL.md", "-n", "2").out())
        .contains("restore of 3");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET " + FILES + "/versions?path=SOUL.md&limit=2");
  }

  @Test
  void bytesAreReadAsTheyAre(@TempDir Path folder) throws IOException {
    daemon.on("GET " + FILES + "/content", (_, reply) -> reply.json(200, "a\u001b[2Jb"));
    Path file = folder.resolve("soul");

    assertThat(bench.run("resources", "read", "bob", "SOUL.md").out()).isEqualTo("a\u001b[2Jb");
    assertThat(bench.run("resources", "read", "bob", "SOUL.md", "-o", file.toString()).exit())
        .isZero();
    assertThat(Files.readString(file)).isEqualTo("a\u001b[2Jb");
    assertThat(bench.terminal(80).run("resources", "read", "bob", "SOUL.md", "--at", "3").out())
        .isEqualTo("a·[2Jb");
    assertThat(daemon.requests().getLast().line())
        .isEqualTo("GET " + FILES + "/content?path=SOUL.md&version=3");
  }

  @Test
  void aFileIsWrittenOnlyWithAnExpectation(@TempDir Path folder) throws IOException {
    daemon.answer("PUT " + FILES + "/content", file("8", null));
    Path source = Files.writeString(folder.resolve("new.md"), "stern");

    Bench.Run none = bench.run("resources", "write", "bob", "SOUL.md", source.toString());
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("Give --expect-version, --expect-hash or --absent.");
    assertThat(daemon.requests()).isEmpty();

    Bench.Run run =
        bench.run("resources", "write", "bob", "SOUL.md", source.toString(), "--absent");
    assertThat(run.out()).isEqualTo("wrote SOUL.md, version 8\n");
    assertThat(last()).isEqualTo("stern");
    assertThat(
            bench
                .input("kind")
                .run("resources", "write", "bob", "SOUL.md", "-", "--expect-version", "8")
                .exit())
        .isZero();
    assertThat(last()).isEqualTo("kind");
    assertThat(daemon.requests().getLast().line()).endsWith("?path=SOUL.md&expected-version=8");
    assertThat(
            bench
                .run("resources", "write", "bob", "a", "-", "--absent", "--expect-hash", "ab")
                .err())
        .contains("give either --absent, or");
  }

  @Test
  void draftsAreStagedListedAndCompared() {
    draft("@@ -1,1 +1,1 @@\n-kind\n+stern\u001b[2J\n");
    daemon.answer(
        "POST " + DRAFTS,
        new StagedDraft("SOUL.md", "/workspace/sessions/s/drafts/SOUL.md", "ab", true, SOUL));
    daemon.answer(
        "GET " + DRAFTS,
        new DraftList(
            List.of(new DraftView("a.md", "SOUL.md", "ready", Instant.EPOCH, "cd", SOUL))));

    assertThat(bench.run("resources", "stage", "bob", "s", "SOUL.md").out())
        .isEqualTo("kept /workspace/sessions/s/drafts/SOUL.md\n");
    assertThat(bench.run("resources", "drafts", "bob", "s").out())
        .containsPattern("a.md +SOUL.md +ready +7 ");
    assertThat(bench.run("resources", "compare", "bob", "s", "SOUL.md").out())
        .contains("--- SOUL.md (version 7, sha256 abab", "+++ draft SOUL.md", "+stern·[2J")
        .doesNotContain("\u001b");
  }

  @Test
  void attachmentsAreListedWithTheirSources() {
    daemon.answer("GET /v1/agents/bob/sessions/s", SESSION);
    daemon.answer(
        "GET /v1/agents/bob/sessions/s/attachments",
        new AttachmentList(
            List.of(
                new AttachmentView(
                    "local_file:/workspace/src",
                    "local_file",
                    "/home/ada/src",
                    "/workspace/src",
                    "read_only",
                    new AttachmentMetadata("The source.\u001b[2J")),
                new AttachmentView("vault:gh", "vault", "vault:gh", null, "read_only", null))));

    assertThat(bench.run("resources", "attachments", "bob", "s").out())
        .containsPattern("local_file +/workspace/src +read_only +/home/ada/src +The source.")
        .containsPattern("vault +- +read_only +vault:gh")
        .doesNotContain("\u001b");
    assertThat(bench.run("resources", "attachments", "-q", "bob", "s").out())
        .isEqualTo("local_file:/workspace/src\nvault:gh\n");
  }

  @Test
  void aPersonSeesTheDifferenceBeforeAPromote() {
    draft("+stern\n");

    Bench.Run no =
        bench.input("n\n").terminal(80).run("resources", "promote", "bob", "s", "SOUL.md");
    assertThat(no.err()).contains("+stern", "Write it to SOUL.md? [y/N]", "nothing was written");
    assertThat(no.exit()).isEqualTo(1);
    assertThat(daemon.requests()).noneMatch(it -> it.line().startsWith("POST"));

    Bench.Run yes =
        bench.input("y\n").terminal(80).run("resources", "promote", "bob", "s", "SOUL.md");
    assertThat(yes.out()).isEqualTo("wrote SOUL.md, version 8\n");
    assertThat(last())
        .contains("\"sha256\":\"cd\"", "\"expectedVersion\":\"7\"", "\"expectedHash\":\"abab");
  }

  @Test
  void aScriptMustSayWhatItExpects() {
    draft("+stern\n");

    assertThat(bench.run("resources", "promote", "bob", "s", "SOUL.md").err())
        .contains("nothing says what the durable file must be now");
    assertThat(
            bench.run("resources", "promote", "bob", "s", "SOUL.md", "--expect-version", "7").err())
        .contains("nothing says what the draft must be");
    assertThat(daemon.requests()).noneMatch(it -> it.line().startsWith("POST"));
    assertThat(bench.run("resources", "promote", "bob", "s", "SOUL.md", "--yes").exit()).isZero();
    assertThat(
            bench
                .run(
                    "resources",
                    "promote",
                    "bob",
                    "s",
                    "SOUL.md",
                    "--expect-version",
                    "6",
                    "--draft-hash",
                    "ef")
                .exit())
        .isZero();
    assertThat(last()).contains("\"sha256\":\"ef\"", "\"expectedVersion\":\"6\"");
  }

  @Test
  void aVersionIsRestoredIfTheFileIsAsExpected() {
    daemon.answer("GET " + FILES, new DurableFileList(List.of(SOUL)));
    daemon.answer(
        "GET " + FILES + "/versions", new DurableFileList(List.of(SOUL, file("3", null))));
    daemon.answer("POST " + FILES + "/restore", file("8", "3"));

    assertThat(bench.run("resources", "restore", "bob", "SOUL.md", "2", "--yes").err())
        .contains("SOUL.md has no version 2");
    assertThat(bench.run("resources", "restore", "bob", "SOUL.md", "3").err())
        .contains("nothing says what the durable file must be now");
    Bench.Run no =
        bench.input("n\n").terminal(80).run("resources", "restore", "bob", "SOUL.md", "3");
    assertThat(no.err()).contains("Write version 3 to SOUL.md, which has version 7? [y/N]");
    assertThat(daemon.requests()).noneMatch(it -> it.line().startsWith("POST"));
    for (String path : List.of("/workspace/agent/SOUL.md", "SOUL.md")) {
      assertThat(bench.run("resources", "restore", "bob", path, "3", "--yes").exit()).isZero();
      assertThat(last()).contains("\"expectedVersion\":\"7\"");
    }
    assertThat(last()).contains("\"version\":\"3\"", "\"expectedVersion\":\"7\"");
  }

  @Test
  void aLostRaceIsAConflict() {
    String title = "SOUL.md is not as expected: it has version 9 and content hash ef";
    daemon.refuse(
        "PUT " + FILES + "/content", Problem.of(ErrorCode.CONFLICT, title, "Compare again."));

    Bench.Run run =
        bench.input("x").run("resources", "write", "bob", "SOUL.md", "-", "--expect-version", "7");

    assertThat(run.exit()).isEqualTo(4);
    assertThat(run.err()).contains(title);
    assertThat(run.out().getBytes(UTF_8)).isEmpty();
  }
}
