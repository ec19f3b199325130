package dev.otters.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkdownTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      value = {
        "plain text, really → plain text, really",
        "a | b → a \\| b",
        "a \\| b → a \\\\\\| b",
        "`code` and ``more`` → \\`code\\` and \\`\\`more\\`\\`",
        "**bold** _it_ → \\*\\*bold\\*\\* \\_it\\_",
        "## Heading → \\#\\# Heading",
        "- item → \\- item",
        "+ item → \\+ item",
        "12. item → 12\\. item",
        "v1.2 stays → v1.2 stays",
        "<script>x</script> → \\<script\\>x\\</script\\>",
        "[a](http://b) ![i](j) → \\[a\\](http://b) \\!\\[i\\](j)",
        "&lt; ~~x~~ → \\&lt; \\~\\~x\\~\\~",
      })
  void inlineTextMeansItself(String text, String escaped) {
    assertThat(Markdown.inline(text)).isEqualTo(escaped);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n## b",
        "a\r\nb",
        "a\rb",
        "a\u2028b",
        "a\u2029b",
        "a\u0085b",
        "a\u000bb",
        "a\tb"
      })
  void nothingLeavesItsLine(String text) {
    assertThat(Markdown.inline(text)).doesNotContainPattern("\\R").startsWith("a ").endsWith("b");
    assertThat(Markdown.code(text)).doesNotContainPattern("\\R");
  }

  @Test
  void invisibleMarksAreTakenOut() {
    assertThat(Markdown.inline("a\u202Eb\u200Bc\u0000d\u001B[31m")).isEqualTo("abc d \\[31m");
    assertThat(Markdown.code("a\u202Eb")).isEqualTo("`ab`");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      value = {
        "x → `x`",
        "a`b → ``a`b``",
        "`` → ``` `` ```",
        "`a → `` `a ``",
        "' ' → (empty)",
      })
  void aCodeSpanEndsWhereItShould(String text, String span) {
    assertThat(Markdown.code(text)).isEqualTo(span);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '→',
      value = {
        "a|b → `a\\|b`",
        "a\\|b → `a\\\\\\|b`",
        "a\\\\|b → `a\\\\\\|b`",
        "|| → `\\|\\|`",
      })
  void aBarInACellHasAnOddNumberOfBackslashes(String text, String cell) {
    assertThat(Markdown.codeCell(text)).isEqualTo(cell);
  }
}
