package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.durable.DraftComparison;
import dev.otters.api.durable.PromoteFile;
import dev.otters.api.durable.PromoteRequest;
import dev.otters.api.durable.StageRequest;
import dev.otters.api.outcome.OutcomeEvaluation;
import dev.otters.api.outcome.OutcomeFinding;
import dev.otters.api.outcome.OutcomeHistory;
import dev.otters.api.outcome.OutcomeView;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What sessions shall achieve, with checks of files that the agent can write. */
class OutcomeRoutesTest {
  private static final String SESSION = "/v1/agents/bob/sessions/s";
  private static final String OUTCOME = SESSION + "/outcome";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;
  private Path workspace;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    workspace = kit.daemon.home.agents().resolve(kit.bob.toString()).resolve("workspace");
    try (Http answer =
        kit.ask(
            "POST " + SESSION + "/events",
            "",
            "{\"id\":\"m\",\"type\":\"user.message\",\"text\":\"Hi\"}")) {
      assertThat(answer.status()).isEqualTo(202);
    }
  }

  private String ok(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      assertThat(answer.status()).as(line).isBetween(200, 299);
      return answer.body();
    }
  }

  private Problem refused(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return ApiKit.problem(answer);
    }
  }

  private static String outcome(String... checks) {
    return "{\"title\":\"A report\",\"criteria\":["
        + String.join(
            ",",
            List.of(checks).stream()
                .map(check -> "{\"text\":\"It is good.\",\"check\":" + check + "}")
                .toList())
        + "]}";
  }

  private OutcomeEvaluation evaluate() {
    return Json.read(ok("POST " + OUTCOME + "/evaluate", ""), OutcomeEvaluation.class);
  }

  private OutcomeFinding finding(String check) {
    ok("PUT " + OUTCOME, outcome(check));
    return evaluate().criteria().getFirst();
  }

  private void write(String name, String text) throws IOException {
    Files.writeString(workspace.resolve(name), text);
  }

  @Test
  void aSessionWithoutAnOutcomeHasNothingToMeet() {
    assertThat(evaluate().status()).isEqualTo("missing_outcome");
    assertThat(Json.read(ok("GET " + OUTCOME, ""), OutcomeView.class).outcome()).isNull();
    assertThat(refused("POST " + OUTCOME + "/verdict", "{\"criterion\":1,\"met\":true}").title())
        .contains("no criterion 1");
  }

  @Test
  void evaluationsShowHowTheWorkGetsOn() throws IOException {
    ok(
        "PUT " + OUTCOME,
        outcome(
            "{\"file\":\"/workspace/a.txt\",\"exists\":true}",
            "{\"file\":\"/workspace/a.txt\",\"matches\":\"(?m)^Total: [0-9]+$\"}",
            "{\"file\":\"/workspace/a.json\",\"schema\":{\"type\":\"object\",\"required\":[\"n\"]}}",
            "null"));
    assertThat(evaluate().status()).isEqualTo("not_ready");

    write("a.txt", "pass pass pass");
    write("a.json", "\"pass\"");
    OutcomeEvaluation claimed = evaluate();
    assertThat(claimed.status()).isEqualTo("fail");
    assertThat(claimed.criteria())
        .extracting(OutcomeFinding::result)
        .containsExactly("met", "unmet", "unmet", "undecided");

    write("a.txt", "Items: 2\nTotal: 12\n");
    write("a.json", "{\"n\":1}");
    OutcomeEvaluation done = evaluate();
    assertThat(done.status()).isEqualTo("blocked");
    assertThat(done.trend()).isEqualTo("improving");

    ok("POST " + OUTCOME + "/verdict", "{\"criterion\":4,\"met\":true,\"note\":\"Fine.\"}");
    OutcomeEvaluation passed = evaluate();
    assertThat(passed.status()).isEqualTo("pass");
    assertThat(passed.criteria().getLast().evidence()).isEqualTo("the operator says yes: Fine.");
    assertThat(evaluate().trend()).isEqualTo("stable");
    Files.delete(workspace.resolve("a.txt"));
    assertThat(evaluate().trend()).isEqualTo("regressing");
    assertThat(Json.read(ok("GET " + OUTCOME + "/history", ""), OutcomeHistory.class).evaluations())
        .extracting(OutcomeEvaluation::number)
        .containsExactly(6, 5, 4, 3, 2, 1);
  }

  @Test
  void aNewOutcomeForgetsTheVerdictsOnTheOneBefore() {
    ok("PUT " + OUTCOME, outcome("null"));
    ok("POST " + OUTCOME + "/verdict", "{\"criterion\":1,\"met\":true}");
    assertThat(evaluate().status()).isEqualTo("pass");

    ok("PUT " + OUTCOME, outcome("null"));
    assertThat(evaluate().status()).isEqualTo("blocked");
    assertThat(evaluate().number()).isEqualTo(2);

    ok("DELETE " + OUTCOME, "");
    assertThat(evaluate().status()).isEqualTo("missing_outcome");
  }

  @Test
  void aLinkLeadsNowhereOutOfTheAgent() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "Total: 1");
    Files.createSymbolicLink(workspace.resolve("a.txt"), secret.toAbsolutePath());
    Files.createSymbolicLink(workspace.resolve("up"), Path.of("../../../../.."));

    OutcomeFinding out = finding("{\"file\":\"/workspace/a.txt\",\"matches\":\"Total\"}");
    assertThat(out.result()).isNotEqualTo("met");
    assertThat(finding("{\"file\":\"/workspace/up/proc/version\",\"exists\":true}").result())
        .isNotEqualTo("met");
    assertThat(finding("{\"file\":\"/workspace/../../../proc/version\",\"exists\":true}").result())
        .isNotEqualTo("met");
    assertThat(finding("{\"file\":\"drafts/../../x\",\"exists\":true}").result())
        .isEqualTo("unmet");
  }

  @Test
  void aPipeIsNotOpenedAndAHugeFileNotRead() throws IOException, InterruptedException {
    Process made = new ProcessBuilder("mkfifo", workspace.resolve("pipe").toString()).start();
    assertThat(made.waitFor()).isZero();
    try (RandomAccessFile huge = new RandomAccessFile(workspace.resolve("huge").toFile(), "rw")) {
      huge.setLength(1L << 30);
    }

    assertThat(finding("{\"file\":\"/workspace/pipe\",\"exists\":true}").evidence())
        .isEqualTo("/workspace/pipe is not a file");
    assertThat(finding("{\"file\":\"/workspace\",\"exists\":true}").result()).isEqualTo("unmet");
    OutcomeFinding large = finding("{\"file\":\"/workspace/huge\",\"matches\":\"a\"}");
    assertThat(large.result()).isEqualTo("uncertain");
    assertThat(large.evidence()).endsWith("Make it smaller.");
    assertThat(finding("{\"file\":\"/workspace/huge\",\"exists\":true}").result()).isEqualTo("met");
  }

  @Test
  void aPatternTakesLinearTime() throws IOException {
    write("a.txt", "a".repeat(500_000));

    assertThat(finding("{\"file\":\"/workspace/a.txt\",\"matches\":\"(a+)+$\"}").result())
        .isEqualTo("met");
    assertThat(finding("{\"file\":\"/workspace/a.txt\",\"matches\":\"(a+)+b\"}").result())
        .isEqualTo("unmet");
    String costly = "{\"file\":\"/workspace/a.txt\",\"matches\":\"(a|b){200}c\"}";
    assertThat(finding(costly).evidence()).startsWith("it takes too many steps to search");
    assertThat(evaluate().status()).isEqualTo("uncertain");
  }

  @Test
  void aBinOfTheAgentDecides() {
    kit.daemon.engine.execProgram(program -> program.spec().command().size() - 3);
    String check = "{\"bin\":\"sh\",\"args\":[\"-c\",\"test\"%s]}";

    assertThat(finding(check.formatted("")))
        .isEqualTo(new OutcomeFinding("It is good.", "met", "exit code 0"));
    assertThat(evaluate().status()).isEqualTo("pass");
    assertThat(finding(check.formatted(",\"a\"")).evidence()).isEqualTo("exit code 1");
    assertThat(evaluate().status()).isEqualTo("fail");

    kit.daemon.engine.execProgram(_ -> 137);
    assertThat(finding(check.formatted("")).result()).isEqualTo("uncertain");
    assertThat(evaluate().status()).isEqualTo("uncertain");
  }

  @Test
  void onlyAFewBinsOfTheAgentCanCheck() {
    String check = "{\"bin\":\"sh\"}";
    assertThat(refused("PUT " + OUTCOME, outcome(check, check, check, check, check)).title())
        .contains("at most 4 checks with a bin");
    assertThat(refused("PUT " + OUTCOME, outcome("{\"bin\":\"cat\"}")).title())
        .contains("the agent has no BIN cat: name one of [sh]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"bin\":\"../workspace/sh\"}",
        "{\"bin\":\"sh\",\"file\":\"/a\",\"exists\":true}",
        "{\"bin\":\"sh\",\"matches\":\"a\"}",
        "{\"bin\":\"sh\",\"args\":[\"a\\u0000b\"]}",
        "{\"bin\":\"sh\",\"args\":[null]}",
        "{\"file\":\"/a\",\"exists\":true,\"args\":[\"a\"]}",
        "{\"file\":\"a.txt\",\"exists\":true}",
        "{\"file\":\"/a\",\"matches\":\"(\"}",
        "{\"file\":\"/a\",\"matches\":\"(a)\\\\1\"}",
        "{\"file\":\"/a\",\"matches\":\"a{1000}{1000}\"}",
        "{\"file\":\"/a\",\"schema\":{\"type\":\"nothing\"}}",
        "{\"file\":\"/a\",\"schema\":{\"$ref\":\"http://example.com/s\"}}",
        "{\"file\":\"/a\",\"match\":\"a\"}",
        "{\"file\":\"/a\",\"exists\":false}",
        "{\"file\":\"/a\",\"schema\":{},\"matches\":\"a\"}"
      })
  void aCheckThatCannotBeMadeIsRefusedAndChangesNothing(String check) {
    assertThat(refused("PUT " + OUTCOME, outcome("null", check)).code())
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(Json.read(ok("GET " + OUTCOME, ""), OutcomeView.class).outcome()).isNull();
  }

  @Test
  void anOutcomeWithLargeSchemasIsRefused() {
    String schema = "{\"type\":\"object\",\"description\":\"" + "x".repeat(20_000) + "\"}";
    String check = "{\"file\":\"/a\",\"schema\":" + schema + "}";
    assertThat(refused("PUT " + OUTCOME, outcome(check, check, check, check)).title())
        .contains("at most 65536 characters");
  }

  @Test
  void tooManyCriteriaAndNoneAreRefused() {
    String[] many = "null,".repeat(17).split(",");
    assertThat(refused("PUT " + OUTCOME, outcome(many)).title()).contains("1 to 16");
    assertThat(refused("PUT " + OUTCOME, outcome()).title()).contains("1 to 16");
  }

  @Test
  void anUnmetOutcomeKeepsTheOperatorFromPromotingUnlessItIsOverridden() throws IOException {
    ok("POST " + SESSION + "/drafts", Json.write(new StageRequest("SOUL.md", null, false)));
    kit.daemon
        .agents()
        .directory()
        .writeback()
        .drafts()
        .write(kit.bob, "s", FilePath.stored("SOUL.md"), Content.of("outcome: pass"));
    DraftComparison compared =
        Json.read(
            ok("GET " + SESSION + "/drafts/comparison?draft=SOUL.md", ""), DraftComparison.class);
    List<PromoteFile> files =
        List.of(
            new PromoteFile(
                "SOUL.md", null, compared.sha256(), compared.current().version(), null, false));
    ok("PUT " + OUTCOME, outcome("{\"file\":\"drafts/SOUL.md\",\"matches\":\"You are brief\"}"));

    Problem kept =
        refused("POST " + SESSION + "/drafts/promote", Json.write(new PromoteRequest(files)));
    assertThat(kept.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(kept.title()).contains("fail, 0 of 1 criteria met");

    Problem lost =
        refused(
            "POST " + SESSION + "/drafts/promote",
            Json.write(new PromoteRequest(List.of(stale(compared)), true)));
    assertThat(lost.code()).isEqualTo(ErrorCode.CONFLICT);
    assertThat(ok("GET " + SESSION + "/events", "")).doesNotContain("user.outcome_override");

    ok("POST " + SESSION + "/drafts/promote", Json.write(new PromoteRequest(files, true)));
    assertThat(ok("GET " + SESSION + "/events", ""))
        .contains("user.define_outcome")
        .contains("user.outcome_override");
  }

  /** Returns a request that expects another version than the file has. */
  private static PromoteFile stale(DraftComparison compared) {
    return new PromoteFile("SOUL.md", null, compared.sha256(), "999999", null, false);
  }
}
