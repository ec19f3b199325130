package dev.otters.models.provider.local.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ToolSchema;
import dev.otters.models.provider.local.LocalSamples;
import java.util.List;
import org.junit.jupiter.api.Test;

class GrammarTest {
  @Test
  void anAnswerOrACallOfADeclaredToolMayBeSaid() {
    List<ToolSchema> tools = List.of(LocalSamples.SHELL, new ToolSchema("jq", "Reads JSON.", "{}"));

    assertThat(Grammar.answerOrCall(tools))
        .isEqualTo(
            """
            root ::= call | answer
            call ::= "{\\"tool\\":" (%s) stdin? "}"
            stdin ::= ",\\"stdin\\":" string
            string ::= "\\"" char* "\\""
            char ::= [^"\\\\\\x00-\\x1F\\x7F] | "\\\\" (["\\\\/nrt] | "u" hex hex hex hex)
            hex ::= [0-9a-fA-F]
            answer ::= "{\\"answer\\":" string "}"
            """
                .formatted(
                    "\"\\\"sh\\\",\\\"args\\\":[\" (string (\",\" string)*)? \"]\""
                        + " | \"\\\"jq\\\",\\\"args\\\":[\" (string (\",\" string)*)? \"]\""));
  }

  @Test
  void onlyAnAnswerMayBeSaidWhereCallsAreOver() {
    assertThat(Grammar.answer()).startsWith("root ::= answer\n").doesNotContain("call ::=");
  }

  @Test
  void aStrangeNameOfAToolStaysAText() {
    ToolSchema strange = new ToolSchema("a\"b\\c", "", "{}");

    assertThat(Grammar.answerOrCall(List.of(strange)))
        .contains("(\"\\\"a\\\\\\\"b\\\\\\\\c\\\",\\\"args\\\":[\" ");
  }

  @Test
  void argumentsHaveTheFormThatAllExamplesHave() {
    ToolSchema shell =
        new ToolSchema(
            "sh",
            """
            {"args": ["-c", "ls"]}
            {"args": ["-c", "wc"], "stdin": "a"}
            {"args": ["-c", "cat"]}
            """,
            "{}");

    assertThat(Grammar.answerOrCall(List.of(shell)))
        .contains("\\\"args\\\":[\" \"\\\"-c\\\"\" \",\" string \"]\")");
  }
}
