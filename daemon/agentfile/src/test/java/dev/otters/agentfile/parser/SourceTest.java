package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.onlyProblem;
import static dev.otters.agentfile.parser.Parsing.warnings;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.ParseResult;
import dev.otters.agentfile.ParseResult.Parsed;
import dev.otters.agentfile.ParseResult.Rejected;
import dev.otters.agentfile.Problem;
import dev.otters.agentfile.Problem.Severity;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SourceTest {
  @Test
  void theSourceIsKeptVerbatim() {
    String source = "# syntax=openotters/agentfile:1\r\n\r\n  FROM scratch  \r\nLABEL a=\"é 🦦\"";

    var parsed = (Parsed) parse(source.getBytes(UTF_8));

    assertThat(parsed.agentfile().source()).isEqualTo(source);
    assertThat(parsed.agentfile().syntax()).isEqualTo("openotters/agentfile:1");
    assertThat(parsed.agentfile().labels()).containsEntry("a", "é 🦦");
  }

  @Test
  void blankLinesAndCommentsAreSkipped() {
    assertThat(agentfile("", "   \t", "  # NAME x", "#", "NAME bob").name()).contains("bob");
  }

  @Test
  void anotherSyntaxIsRefused() {
    Problem problem =
        onlyProblem(parse("# syntax=docker/dockerfile:1\nFROM scratch".getBytes(UTF_8)));

    assertThat(problem.message()).isEqualTo("unsupported syntax \"docker/dockerfile:1\"");
    assertThat(problem.column()).isEqualTo(10);
    assertThat(problem.allowed()).containsExactly("openotters/agentfile:1");
  }

  @Test
  void syntaxCountsOnlyOnTheFirstLine() {
    assertThat(warnings("# syntax=openotters/agentfile:1"))
        .containsExactly("2:1: # syntax= is read only on the first line of the file");
    assertThat(errors("#syntax = v9")).containsExactly("2:11: unsupported syntax \"v9\"");
  }

  @Test
  void aByteOrderMarkIsRefusedAndTheRestIsStillChecked() {
    var rejected = (Rejected) parse("\uFEFFFROM scratch\nNAME -\n".getBytes(UTF_8));

    assertThat(rejected.problems())
        .extracting(Problem::message)
        .first()
        .isEqualTo("the file starts with a byte order mark (U+FEFF); save it as UTF-8 without BOM");
    assertThat(rejected.problems()).hasSize(2);
  }

  @Test
  void aNulIsRefused() {
    var problem = onlyProblem(parse("FROM scratch\nLABEL a=\"b\0c\"\n".getBytes(UTF_8)));

    assertThat(problem.message()).isEqualTo("the file contains a NUL character (U+0000)");
    assertThat(problem.line()).isEqualTo(2);
    assertThat(problem.column()).isEqualTo(11);
  }

  @Test
  void bytesThatAreNotUtf8AreShownWithTheirPlace() {
    var problem = onlyProblem(parse("FROM scratch\nLABEL a=\"é\"\n".getBytes(ISO_8859_1)));

    assertThat(problem.message()).isEqualTo("byte 0xE9 is not UTF-8; save the file as UTF-8");
    assertThat(problem.line()).isEqualTo(2);
    assertThat(problem.column()).isEqualTo(10);
    assertThat(onlyProblem(parse(new byte[] {'F', (byte) 0xC3})).column()).isEqualTo(2);
  }

  @Test
  void utf16IsRecognised() {
    assertThat(onlyProblem(parse("\uFEFFFROM scratch".getBytes(UTF_16LE))).message())
        .isEqualTo("the file is UTF-16; save it as UTF-8");
  }

  @Test
  void halfASurrogatePairIsRefused() {
    assertThat(errors("LABEL a=\"\\ud83e\"")).containsExactly("2:10: unknown escape \"\\u\"");
  }

  @Test
  void anEscapeCannotWriteTheCharacterNul() {
    assertThat(errors("LABEL a=\"\\u0000\"")).containsExactly("2:10: unknown escape \"\\u\"");
    assertThat(errors("LABEL a=\"\\x00\"")).containsExactly("2:10: unknown escape \"\\x\"");
  }

  @Test
  void aFileOverOneMebibyteIsRefused() {
    var largest = "FROM scratch\n#".concat("x".repeat(AgentfileParser.LARGEST - 14));

    assertThat(parse(largest.getBytes(UTF_8))).isInstanceOf(Parsed.class);
    assertThat(onlyProblem(parse((largest + "x").getBytes(UTF_8))).message())
        .isEqualTo("the file has 1048577 bytes, 1048576 are allowed");
  }

  @Test
  void charactersThatNobodySeesAreRefusedInDirectives() {
    assertThat(errors("NAME\u00A0bob").getFirst())
        .isEqualTo("2:5: the character U+00A0 (NO-BREAK SPACE) is not allowed here");
    assertThat(errors("LABEL a=\"\u001b[31m\"").getFirst())
        .isEqualTo("2:10: the character U+001B (ESCAPE) is not allowed here");
    assertThat(agentfile("LABEL a=\"b\u00A0c\"").labels()).containsEntry("a", "b\u00A0c");
  }

  @Test
  void anEscapedQuoteDoesNotEndTheQuotedText() {
    assertThat(agentfile("LABEL a=\"b\\\"\u00A0\\\"c\"").labels())
        .containsEntry("a", "b\"\u00A0\"c");
    assertThat(errors("LABEL a=\"b\\\\\"\u00A0").getFirst())
        .isEqualTo("2:14: the character U+00A0 (NO-BREAK SPACE) is not allowed here");
  }

  @Test
  void allProblemsOfAFileAreReportedInItsOrder() {
    assertThat(errors("NAME -", "LABEL a", "MODEL x", "NAME bob", "FOO"))
        .extracting(it -> it.substring(0, 1))
        .containsExactly("2", "3", "4", "6");
  }

  @Test
  void ofVeryManyProblemsTheFirstHundredAreShown() {
    var rejected = (Rejected) parse(("FROM scratch\n" + "X\n".repeat(150)).getBytes(UTF_8));

    assertThat(rejected.problems()).hasSize(101);
    assertThat(rejected.problems().getLast())
        .returns(0, Problem::line)
        .returns("50 more of these are not shown", Problem::message);
  }

  @Test
  void anErrorCountsEvenBehindAHundredWarnings() {
    String source = "FROM scratch\n" + "LABEL a=1\n".repeat(150) + "NAME -\n";

    var rejected = (Rejected) parse(source.getBytes(UTF_8));

    assertThat(rejected.problems()).filteredOn(it -> it.severity() == Severity.ERROR).hasSize(1);
  }

  private static ParseResult parse(byte[] source) {
    return AgentfileParser.parse("Agentfile", source, Map.of());
  }
}
