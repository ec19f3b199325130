package dev.otters.models.provider.local.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class UsageExamplesTest {
  @Test
  void aWholeExampleIsAConversation() {
    List<Example> examples =
        UsageExamples.of(
            tool(
                """
                A shell.

                  {"args": ["-c", "true"]}

                  Q: Which file is longest?
                  {"args": ["-c", "wc -l *"]}
                  | 3 a
                  |
                  | 9 b
                  {"args": ["-c", "head b"], "stdin": "x"}
                  A: The file b.
                """));

    assertThat(examples)
        .containsExactly(
            new Example(
                "Which file is longest?",
                List.of(
                    new Example.Step(
                        new ToolInput(List.of("-c", "wc -l *"), ""),
                        "exit code 0, 4 ms\nstdout:\n3 a\n\n9 b\n"),
                    new Example.Step(
                        new ToolInput(List.of("-c", "head b"), "x"),
                        "exit code 0, 4 ms\n(no output)\n")),
                "The file b."));
  }

  @Test
  void anExampleMayShowAFailure() {
    List<Example> examples =
        UsageExamples.of(
            tool("Q: X?\n{\"args\": [\"x\"]}\n! no x\n{\"args\": [\"y\"]}\n!\nA: There is none."));

    assertThat(examples.getFirst().steps())
        .extracting(Example.Step::result)
        .containsExactly("exit code 1, 4 ms\nstderr:\nno x\n", "exit code 1, 4 ms\n(no output)\n");
  }

  @Test
  void callsAloneTeachTheForm() {
    List<Example> examples =
        UsageExamples.of(
            tool("Runs.\n  {\"args\": [\"-n\", \"2\"]}\n  {\"args\": []}\n  {\"args\": [\"-x\"]}"));

    assertThat(examples)
        .extracting(Example::question)
        .containsExactly("Please run sh -n 2", "Please run sh ");
  }

  @Test
  void brokenExamplesAreLeftOut() {
    assertThat(
            UsageExamples.of(
                tool("Q: Nothing?\nA: No.\nQ: Broken?\n{\"args\": [\n| 1\nA: One.\nQ: Open?")))
        .isEmpty();
  }

  @Test
  void aTextWithoutCallsHasNone() {
    assertThat(UsageExamples.of(tool("Just a tool."))).isEmpty();
  }

  @Test
  void theShippedShellHasWholeExamples() throws IOException {
    Path usage =
        Path.of(
            System.getProperty("otters.root"),
            "images/src/main/resources/dev/otters/images/sh-usage.md");

    List<Example> examples = UsageExamples.of(tool(Files.readString(usage)));

    assertThat(examples).hasSizeBetween(2, 5);
    assertThat(examples)
        .allSatisfy(
            example ->
                assertThat(example.steps())
                    .isNotEmpty()
                    .last()
                    .satisfies(step -> assertThat(step.result()).contains("stdout:")));
  }

  private static ToolSchema tool(String description) {
    return new ToolSchema("sh", description, ToolSchema.BIN_INPUT);
  }
}
