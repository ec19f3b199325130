package dev.otters.agentfile.parser;

import static dev.otters.agentfile.parser.Parsing.agentfile;
import static dev.otters.agentfile.parser.Parsing.errors;
import static dev.otters.agentfile.parser.Parsing.problem;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agentfile.Context;
import dev.otters.agentfile.ParseResult.Parsed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HeredocTest {
  @Test
  void isVerbatim() {
    assertThat(
            text(
                "  indented",
                "",
                "# not a comment",
                "NAME not-a-directive",
                "a \\` and a \\",
                "\ttab  "))
        .isEqualTo("  indented\n\n# not a comment\nNAME not-a-directive\na \\` and a \\\n\ttab  ");
  }

  @Test
  void doesNotExpandArgs() {
    assertThat(
            agentfile("ARG who=you", "CONTEXT SOUL <<EOF", "${who}", "EOF")
                .contexts()
                .getFirst()
                .body())
        .isEqualTo(new Context.Inline("${who}"));
  }

  @Test
  void dropsEmptyLinesAtItsEnd() {
    assertThat(text("text", "", "")).isEqualTo("text");
  }

  @Test
  void endsLinesWithLineFeedsWhereTheFileHasCarriageReturns() {
    var result =
        AgentfileParser.parse(
            "Agentfile",
            "FROM scratch\r\nCONTEXT A <<EOF\r\none\r\ntwo\r\nEOF\r\n".getBytes(UTF_8),
            Map.of());

    assertThat(((Parsed) result).agentfile().contexts().getFirst().body())
        .isEqualTo(new Context.Inline("one\ntwo"));
  }

  @Test
  void mayHaveAnIndentedEnd() {
    assertThat(agentfile("CONTEXT A <<EOF", "x", "  EOF  ", "NAME bob").name()).contains("bob");
  }

  @Test
  void isNotStartedInsideQuotes() {
    assertThat(agentfile("CONTEXT A \"see <<EOF\" file://a").contexts().getFirst().description())
        .isEqualTo("see <<EOF");
    assertThat(agentfile("CONTEXT A \"a \\\" <<EOF\" file://a").contexts()).hasSize(1);
  }

  @Test
  void withoutEndIsOneError() {
    assertThat(errors("CONTEXT SOUL <<EOF", "You are", "NAME -", "eof"))
        .containsExactly(
            "2:14: this heredoc has no end: no later line is only \"EOF\", so it contains the rest"
                + " of the file");
  }

  @Test
  void ofOtherDirectivesIsRefusedAndSkipped() {
    assertThat(
            errors("NAME bob <<EOF", "FROM here", "EOF", "CONTXT SOUL <<EOF", "FROM here", "EOF"))
        .containsExactly(
            "2:10: NAME does not accept a heredoc; only CONTEXT, BIN and RESOURCE do",
            "5:1: unknown directive \"CONTXT\"");
  }

  @Test
  void mustEndItsLine() {
    assertThat(errors("BIN jq tools/jq <<EOF \"JSON\"", "FROM here", "EOF"))
        .containsExactly("2:17: a heredoc must end its line");
  }

  @Test
  void isSkippedEvenAfterAQuoteThatNeverCloses() {
    assertThat(errors("CONTEXT SOUL \"who you are <<EOF", "FROM here", "EOF", "NAME bob"))
        .containsExactly("2:14: unterminated string: close it with \" on the same line");
  }

  @Test
  void hasAPlainMarker() {
    for (String marker : List.of("<<-EOF", "<<'EOF'", "<<\"EOF\"")) {
      var problem = problem("CONTEXT SOUL " + marker, "FROM here", "EOF");

      assertThat(problem.message())
          .isEqualTo(
              "a heredoc starts with << and a marker of up to 63 letters, digits, '_', '.' or '-',"
                  + " without quotes");
      assertThat(problem.allowed()).containsExactly("<<EOF");
    }
    assertThat(problem("CONTEXT SOUL <<").column()).isEqualTo(14);
  }

  private static String text(String... lines) {
    String source = "FROM scratch\nCONTEXT SOUL <<EOF\n" + String.join("\n", lines) + "\nEOF\n";
    var parsed = (Parsed) AgentfileParser.parse("Agentfile", source.getBytes(UTF_8), Map.of());
    return ((Context.Inline) parsed.agentfile().contexts().getFirst().body()).text();
  }
}
