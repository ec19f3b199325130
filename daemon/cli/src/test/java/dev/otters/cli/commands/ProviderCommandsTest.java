package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Excerpt;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import dev.otters.api.model.ProviderChange;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderRequest;
import dev.otters.api.model.ProviderTestResult;
import dev.otters.api.model.ProviderView;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.CommandTest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProviderCommandsTest extends CommandTest {
  private static final String KEY = "sk-very-secret";

  @BeforeEach
  void start() {
    ProviderView view =
        new ProviderView(
            "work", "openai", "https://x/v1", "set", List.of("m"), false, "ready", null);
    daemon.answer("POST /v1/providers", new ProviderChange(view, List.of("careful")));
    daemon.answer("PUT /v1/providers/work", new ProviderChange(view, List.of()));
    daemon.answer("DELETE /v1/providers/work", new ProviderChange(null, List.of()));
  }

  private ProviderRequest sent() {
    assertThat(daemon.requests()).hasSize(1);
    return Json.read(daemon.requests().getFirst().text(), ProviderRequest.class);
  }

  @Test
  void aKeyFromStandardInputIsSentWithoutItsLineEndAndShownNowhere() {
    Bench.Run run =
        bench
            .input(KEY + "\r\n")
            .run("provider", "add", "work", "--kind", "openai", "--api-key-stdin", "--model", "m");
    assertThat(run.exit()).isZero();
    assertThat(sent()).isEqualTo(new ProviderRequest("work", "openai", KEY, null, List.of("m")));
    assertThat(run.out()).contains("added work (openai)", "key      set", "provider test work");
    assertThat(run.err()).isEqualTo("warning: careful\n");
    assertThat(run.out() + run.err()).doesNotContain(KEY);
  }

  @Test
  void aKeyOfAVariableIsItsValue() {
    bench.variable("MY_KEY", KEY);
    assertThat(bench.run("provider", "add", "anthropic", "--api-key-env", "MY_KEY").exit())
        .isZero();
    assertThat(sent().apiKey()).isEqualTo(KEY);
  }

  @Test
  void aVariableThatIsNotSetIsNotQuotedSinceItCouldBeAKey() {
    Bench.Run run = bench.run("provider", "add", "anthropic", "--api-key-env", KEY);
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("is not set").doesNotContain(KEY);
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void aVariableOfTheDaemonIsSentAsWrittenAndAKeyAmongTheArgumentsIsWarnedOf() {
    assertThat(bench.run("provider", "edit", "work", "--api-key", "${K}").err()).isEmpty();
    assertThat(sent().apiKey()).isEqualTo("${K}");
    Bench.Run run = bench.run("provider", "edit", "work", "--api-key", KEY);
    assertThat(run.exit()).isZero();
    assertThat(run.err())
        .contains("is visible to other users", "--api-key-stdin")
        .doesNotContain(KEY);
  }

  @Test
  void withoutAnOptionAPersonIsAsked() {
    bench.terminal(100).secret(KEY);
    assertThat(bench.run("provider", "add", "anthropic").exit()).isZero();
    assertThat(bench.prompts()).containsExactly("API key: ");
    assertThat(sent().apiKey()).isEqualTo(KEY);
  }

  @Test
  void aServerOfOnesOwnMayWantNoKeyAndAnOllamaIsNotAskedAbout() {
    bench.terminal(100).secret("");
    bench.run("provider", "add", "work", "--kind", "openai", "--api-base", "http://127.0.0.1:1/v1");
    assertThat(sent().apiKey()).isNull();
    bench.run("provider", "add", "ollama");
    assertThat(bench.prompts()).containsExactly("API key (empty for none): ");
  }

  @Test
  void aScriptWithoutAKeyIsToldTheWaysToGiveOne() {
    Bench.Run run = bench.run("provider", "add", "anthropic");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("no key is given", "--api-key-stdin", "--api-key-env");
    assertThat(daemon.requests()).isEmpty();
  }

  @Test
  void contradictionsAreUsageErrors() {
    assertThat(bench.run("provider", "add").exit()).isEqualTo(2);
    assertThat(bench.run("provider", "edit", "work").err()).contains("no change is given");
    assertThat(bench.run("provider", "edit", "work", "--no-api-key", "--api-key-stdin").err())
        .contains("exclude each other");
    assertThat(bench.run("provider", "add", "openai", "--api-key-stdin").err())
        .contains("no key on standard input");
  }

  @Test
  void whatIsNotGivenIsNotSent() {
    bench.run("provider", "edit", "work", "--no-api-key", "--api-base", "");
    assertThat(sent()).isEqualTo(new ProviderRequest(null, null, "", "", null));
  }

  @Test
  void theListFitsTheScreenAndSaysWhatIsWrong() {
    Problem missing = Problem.of(ErrorCode.MODEL_AUTH, "no key in MY_KEY", "Set it.");
    SourceProblem finding =
        new SourceProblem(
            "error",
            SourcePlace.of("/h/providers.yaml", 3, 5),
            null,
            "unknown key",
            List.of(),
            "kind",
            Excerpt.NONE);
    daemon.answer(
        "GET /v1/providers",
        new ProviderList(
            List.of(
                ProviderView.builtIn("scripted"),
                new ProviderView(
                    "work",
                    "openai",
                    "https://a-very-long-address.example.com/of/a/server/v1",
                    "missing ${MY_KEY}",
                    List.of("a", "b"),
                    false,
                    "unusable",
                    missing)),
            "/h/providers.yaml",
            Problem.of(ErrorCode.INVALID_REQUEST, "it has an error", "Correct it.")
                .withProblems(List.of(finding)),
            List.of("unencrypted")));
    Bench.Run run = bench.terminal(80).run("provider", "ls");
    assertThat(run.out().lines()).allSatisfy(line -> assertThat(line.length()).isBetween(1, 80));
    assertThat(run.out()).contains("scripted", "missing ${MY_KEY}", "unusable");
    assertThat(run.err())
        .contains(
            "no key in MY_KEY", "/h/providers.yaml:3:5: error: unknown key", "it has an error")
        .contains("Did you mean 'kind'?", "warning: unencrypted");
    assertThat(bench.run("provider", "ls", "-q").out()).isEqualTo("scripted\nwork\n");
    assertThat(bench.run("provider", "ls", "-o", "json").out()).contains("\"file\": \"/h/prov");
  }

  @Test
  void removalSaysSoAndForceIsPassedOn() {
    assertThat(bench.run("provider", "rm", "-f", "work").out()).isEqualTo("removed work\n");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("DELETE /v1/providers/work?force=true");
  }

  @Test
  void aTestShowsWhoAnsweredAndHowFast() {
    daemon.answer(
        "POST /v1/providers/work/test",
        new ProviderTestResult("work", List.of("m", "n"), 12, "m", "ready\n!", 34, 56, 7, 8));
    Bench.Run run = bench.run("provider", "test", "work", "--model", "m");
    assertThat(run.out())
        .contains("work answers", "m, n", "12 ms", "said    ready !", "34 ms", "56 ms", "7 tokens");
    assertThat(daemon.requests().getFirst().line())
        .isEqualTo("POST /v1/providers/work/test?model=m");
  }

  @Test
  void aTestThatFailsEndsWithTheCodeOfItsReason() {
    daemon.refuse(
        "POST /v1/providers/work/test", Problem.of(ErrorCode.MODEL_AUTH, "refused", "New key."));
    Bench.Run run = bench.run("provider", "test", "work");
    assertThat(run.exit()).isEqualTo(45);
    assertThat(run.err()).contains("refused", "New key.");
  }
}
