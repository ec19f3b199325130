package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.problem;
import static dev.otters.agentfile.parser.Parsing.warnings;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Agentfile.Arg;
import dev.otters.agentfile.Config;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agentfile.Env;
import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.Problem;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ArgTest {
  @Test
  void isExpandedInTheLinesBelow() {
    var agentfile =
        agentfile(
            "ARG tag=1.2",
            "ARG max=7",
            "RUNTIME acme/${tag}:v${tag}",
            "CONFIG a=${max}",
            "EXEC [\"--${max}\"]",
            "CONTEXT A file://docs/${tag}/a.md");

    assertThat(agentfile.runtime().orElseThrow()).hasToString("acme/1.2:v1.2");
    assertThat(agentfile.all(Config.class).getFirst().value()).contains(new ConfigValue.Int(7));
    assertThat(agentfile.exec()).containsExactly("--7");
    assertThat(agentfile.all(Arg.class))
        .containsExactly(new Arg("tag", "1.2"), new Arg("max", "7"));
  }

  @Test
  void isOverriddenByABuildArgument() {
    var agentfile = parsed("ARG a=1\nARG b\nLABEL l=${a}-${b}", Map.of("a", "x", "b", "y"));

    assertThat(agentfile.labels()).containsExactly(entry("l", "x-y"));
    assertThat(agentfile.all(Arg.class)).containsExactly(new Arg("a", "x"), new Arg("b", "y"));
  }

  @Test
  void isNotRecordedWithoutAValueAndDoesNotUnset() {
    assertThat(agentfile("ARG a=1", "ARG a", "ARG b", "LABEL l=${a}").all(Arg.class))
        .containsExactly(new Arg("a", "1"));
  }

  @Test
  void mayUseArgsAboveIt() {
    assertThat(agentfile("ARG a=1", "ARG b=${a}2", "LABEL l=${b}").labels())
        .containsExactly(entry("l", "12"));
  }

  @Test
  void isNotExpandedTwice() {
    assertThat(parsed("ARG a\nARG b\nLABEL l=${a}", Map.of("a", "${b}", "b", "x")).labels())
        .containsExactly(entry("l", "${b}"));
  }

  @Test
  void staysOneTokenInQuotes() {
    var arguments = Map.of("d", "two words, a \" and a \\");

    assertThat(parsed("ARG d\nLABEL l=\"<${d}>\"", arguments).labels())
        .containsExactly(entry("l", "<two words, a \" and a \\>"));
  }

  @Test
  void maySplitWithoutQuotes() {
    assertThat(agentfile("ARG caps=\"note-save note-list\"", "CAPABILITY ${caps}").capabilities())
        .hasSize(2);
    assertThat(errors("ARG d=\"two words\"", "LABEL l=${d}"))
        .containsExactly(
            "3:9: LABEL does not expect \"words\" here: put text with blanks in double quotes");
    assertThat(
            parsed("ARG rest\nENV A=${rest}", Map.of("rest", "\"a b\" \"text\""))
                .all(Env.class)
                .getFirst()
                .description())
        .isEqualTo("text");
  }

  @Test
  void isNeitherADirectiveNorAHeredoc() {
    assertThat(errors("ARG d=NAME", "${d} bob")).containsExactly("3:1: unknown directive \"${d}\"");
    assertThat(errors("ARG h=<<EOF", "CONTEXT A ${h}", "NAME bob").getFirst())
        .isEqualTo("3:11: CONTEXT does not expect \"<<EOF\" here: a file starts with file://");
    assertThat(parsing("ARG h\nCONTEXT A ${h}", Map.of("h", "<<EOF")))
        .isInstanceOf(ParseResult.Rejected.class);
  }

  @Test
  void problemsInItsValuePointToTheReference() {
    assertThat(errors("ARG cap=nonsense", "CAPABILITY note-save ${cap}"))
        .containsExactly("3:22: CAPABILITY \"nonsense\" is not a capability");
  }

  @Test
  void unknownReferencesStayWithAWarning() {
    assertThat(
            warnings(
                "LABEL a=${colour}",
                "ARG color=1",
                "ARG none",
                "LABEL b=\"${colour} ${none} $color\""))
        .containsExactly(
            "2:9: colour is not an ARG above this line, so ${colour} stays as it is",
            "5:10: colour is not an ARG above this line, so ${colour} stays as it is",
            "5:20: none has no value, so ${none} stays as it is");
    assertThat(problem("ARG color=1", "LABEL a=${colour}").suggestion()).contains("color");
    assertThat(problem("ARG none", "LABEL a=${none}").suggestion()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "${quoted} | b c",
        "${open}c d\" | bc d",
        "${open}${mark}c\" | bx\"yc",
        "${escaped}c\" | b\"c",
        "${escaped}${mark}\" | b\"x\"y",
      })
  void quotesOfAValueOpenAndCloseOutsideOfQuotes(String value, String text) {
    var agentfile =
        Parsing.agentfile(
            "ARG quoted=\"\\\"b c\\\"\"",
            "ARG open=\"\\\"b\"",
            "ARG mark=\"x\\\"y\"",
            "ARG escaped=\"\\\"b\\\\\\\"\"",
            "LABEL l=" + value);

    assertThat(agentfile.labels()).containsEntry("l", text);
  }

  @Test
  void unknownBuildArgumentsAreErrors() {
    var result =
        parsing("ARG color=1\nARG size\nLABEL a=${color}", new TreeMap<>(Map.of("colour", "2")));

    Problem problem = Parsing.onlyProblem(result);
    assertThat(problem.line()).isZero();
    assertThat(problem.message()).isEqualTo("build argument \"colour\" has no ARG in this file");
    assertThat(problem.allowed()).containsExactly("color", "size");
    assertThat(problem.suggestion()).contains("color");
  }

  @Test
  void buildArgumentsAreText() {
    assertThat(Parsing.onlyProblem(parsing("ARG a", Map.of("a", "\0"))).message())
        .isEqualTo("build argument \"a\" holds a NUL or half of a surrogate pair");
    assertThat(parsing("ARG a", Map.of("a", "\ud83e"))).isInstanceOf(ParseResult.Rejected.class);
  }

  @Test
  void missingAndWrongPartsAreNamed() {
    assertThat(errors("ARG", "ARG =1", "ARG 1a=2", "ARG a b", "ARG \"\"=1"))
        .containsExactly(
            "2:4: ARG needs a key",
            "3:5: ARG needs a key here",
            "4:5: ARG \"1a\" must be 1 to 63 letters, digits, '_', '.' or '-', and start with a"
                + " letter or '_'",
            "5:7: ARG does not expect \"b\" here: put text with blanks in double quotes",
            "6:5: ARG needs a key here, without quotes");
  }

  private static Agentfile parsed(String lines, Map<String, String> arguments) {
    return ((Parsed) parsing(lines, arguments)).agentfile();
  }

  private static ParseResult parsing(String lines, Map<String, String> arguments) {
    return AgentfileParser.parse(
        "Agentfile", ("FROM scratch\n" + lines + "\n").getBytes(UTF_8), arguments);
  }
}
