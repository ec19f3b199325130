package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.problem;
import static dev.otters.agentfile.parser.Parsing.warnings;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Config;
import dev.otters.agentfile.ImageName;
import dev.otters.agentfile.ModelName;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HeadingTest {
  @Test
  void theSmallestFileIsFromScratch() {
    assertThat(agentfile().from()).isEqualTo("scratch");
    assertThat(agentfile().runtime()).isEmpty();
    assertThat(agentfile().model()).isEmpty();
    assertThat(agentfile().name()).isEmpty();
  }

  @Test
  void directivesAreReadInAnyCase() {
    assertThat(agentfile("name bob").name()).contains("bob");
  }

  @Test
  void aFileWithoutInstructionsMissesFrom() {
    Problem problem = Parsing.onlyProblem(parse("# only a comment\n\n"));

    assertThat(problem.message()).isEqualTo("the first instruction must be FROM");
    assertThat(problem.line()).isZero();
    assertThat(problem.allowed()).containsExactly("FROM scratch | <image>");
  }

  @Test
  void fromMustComeFirst() {
    var problem = Parsing.onlyProblem(parse("\nNAME bob\nFROM scratch\n"));

    assertThat(problem.line()).isEqualTo(2);
    assertThat(problem.message()).isEqualTo("the first instruction must be FROM");
  }

  @Test
  void aMissingFromIsReportedAtTheFirstInstruction() {
    assertThat(Parsing.onlyProblem(parse("NAME bob\nMODEL a/b\n")).line()).isEqualTo(1);
  }

  @Test
  void aMisspeltFromIsOneProblem() {
    var problem = Parsing.onlyProblem(parse("FORM scratch\nNAME bob\n"));

    assertThat(problem.message()).isEqualTo("unknown directive \"FORM\"");
    assertThat(problem.suggestion()).contains("FROM");
  }

  @Test
  void fromStandsOnce() {
    assertThat(errors("FROM scratch")).containsExactly("2:1: FROM must appear exactly once");
  }

  @Test
  void fromNeedsItsOperand() {
    Problem problem = Parsing.onlyProblem(parse("FROM"));

    assertThat(problem.message()).isEqualTo("FROM needs scratch or the image of a parent");
    assertThat(problem.column()).isEqualTo(5);
    assertThat(problem.allowed()).containsExactly("FROM scratch | <image>");
  }

  @Test
  void aParentIsNamedByItsImage() {
    var parsed = (ParseResult.Parsed) parse("FROM ghcr.io/acme/base:1\n");

    assertThat(parsed.agentfile().from()).isEqualTo("ghcr.io/acme/base:1");
    assertThat(parsed.agentfile().hasParent()).isTrue();
    assertThat(Parsing.onlyProblem(parse("FROM acme/base AS base")).message())
        .isEqualTo("FROM does not expect \"AS\" here");
    assertThat(Parsing.onlyProblem(parse("FROM Acme/base")).suggestion()).contains("acme/base");
    assertThat(Parsing.onlyProblem(parse("FROM Acme//base")).suggestion()).isEmpty();
    assertThat(Parsing.onlyProblem(parse("FROM acme//base")).suggestion()).isEmpty();
  }

  @Test
  void aMisspeltScratchIsRecognised() {
    assertThat(Parsing.onlyProblem(parse("FROM Scrach")).suggestion()).contains("scratch");
    Problem problem = Parsing.onlyProblem(parse("FROM scrach"));

    assertThat(problem.severity()).isEqualTo(Problem.Severity.WARNING);
    assertThat(problem.message()).isEqualTo("FROM \"scrach\" is read as the image of a parent");
    assertThat(problem.column()).isEqualTo(6);
    assertThat(problem.suggestion()).contains("scratch");
  }

  @Test
  void runtimeAndModelAndNameAreKept() {
    var agentfile =
        agentfile(
            "RUNTIME ghcr.io/acme/runtime:2", "MODEL openrouter/meta/llama-3:free", "NAME b.o_b-1");

    assertThat(agentfile.runtime()).contains(ImageName.of("ghcr.io/acme/runtime:2"));
    assertThat(agentfile.model()).contains(new ModelName("openrouter", "meta/llama-3:free"));
    assertThat(agentfile.name()).contains("b.o_b-1");
  }

  @Test
  void missingOperandsAreNamed() {
    assertThat(errors("RUNTIME", "MODEL ", "NAME\t"))
        .containsExactly(
            "2:8: RUNTIME needs an image reference",
            "3:7: MODEL needs a model such as anthropic/claude-sonnet-4-5",
            "4:6: NAME needs a name");
  }

  @Test
  void emptyStringsAreNotOperands() {
    assertThat(errors("RUNTIME \"\"", "MODEL \"\"", "NAME \"\""))
        .containsExactly(
            "2:9: RUNTIME needs an image reference here, without quotes",
            "3:7: MODEL needs a model such as anthropic/claude-sonnet-4-5 here, without quotes",
            "4:6: NAME needs a name here, without quotes");
  }

  @Test
  void operandsOfTheWrongShapeAreRefused() {
    assertThat(
            errors("RUNTIME a//b", "MODEL claude", "MODEL /claude", "MODEL anthropic/", "NAME -x"))
        .containsExactly(
            "2:9: RUNTIME \"a//b\" must be [host[:port]/]repository[:tag][@sha256:…], the"
                + " repository in lower-case letters, digits and single '.', '_', '-' or '/'"
                + " between them",
            "3:7: MODEL \"claude\" must be <provider>/<model>, such as anthropic/claude-sonnet-4-5",
            "4:7: MODEL \"/claude\" must start with a provider of letters, digits, '.', '_' or '-',"
                + " then '/'",
            "5:7: MODEL \"anthropic/\" must have a model of 1 to 255 visible ASCII characters after"
                + " the provider",
            "6:6: NAME \"-x\" must be 1 to 63 letters, digits, '.', '_' or '-', and start with a"
                + " letter or digit");
  }

  @Test
  void namesOf64CharactersAreTooLong() {
    assertThat(agentfile("NAME " + "x".repeat(63)).name()).isPresent();
    assertThat(errors("NAME " + "x".repeat(64))).hasSize(1);
  }

  @Test
  void anUpperCaseRepositoryGetsItsLowerCaseForm() {
    assertThat(problem("RUNTIME ghcr.io/Acme/Runtime:V1").suggestion())
        .contains("ghcr.io/acme/runtime:v1");
  }

  @Test
  void whatIsLeftOverOnALineIsReported() {
    assertThat(errors("NAME bob \"the builder\"", "NAME bob # my agent", "MODEL a/b \\"))
        .containsExactly(
            "2:10: NAME does not expect '\"the' here",
            "3:10: NAME does not expect \"#\" here: put the comment on its own line",
            "4:11: MODEL does not expect \"\\\" here: a line cannot be continued");
  }

  @Test
  void aRepeatedDirectiveReplacesWithAWarning() {
    assertThat(warnings("NAME a", "NAME b", "MODEL a/a", "MODEL a/b"))
        .containsExactly(
            "3:6: NAME replaces the one of line 2", "5:7: MODEL replaces the one of line 4");
  }

  @Test
  void runtimeDropsTheConfigsAboveIt() {
    assertThat(warnings("CONFIG a=1", "RUNTIME x", "CONFIG a=2"))
        .containsExactly("3:9: RUNTIME drops the CONFIG lines above it");
    assertThat(
            ((ParseResult.Parsed) Parsing.parse("CONFIG a=1", "RUNTIME x"))
                .agentfile()
                .all(Config.class))
        .isEmpty();
  }

  @Test
  void unknownDirectivesShowWhatThereIs() {
    var problem = problem("CAPABILTY note-save");

    assertThat(problem.message()).isEqualTo("unknown directive \"CAPABILTY\"");
    assertThat(problem.allowed()).startsWith("FROM", "RUNTIME").contains("CAPABILITY");
    assertThat(problem.suggestion()).contains("CAPABILITY");
    assertThat(problem("RUN apt-get install jq").suggestion()).isEmpty();
  }

  @Test
  void directivesOfDockerfilesLeadToOurs() {
    assertThat(problem("COPY a b").suggestion()).contains("ADD");
    assertThat(problem("ENTRYPOINT [\"a\"]").suggestion()).contains("EXEC");
  }

  private static ParseResult parse(String source) {
    return AgentfileParser.parse("Agentfile", source.getBytes(UTF_8), Map.of());
  }
}
