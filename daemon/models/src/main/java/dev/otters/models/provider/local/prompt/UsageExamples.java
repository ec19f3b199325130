package dev.otters.models.provider.local.prompt;

import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds examples in the description of a tool. A complete example is a conversation with any
 * indentation:
 *
 * <pre>{@code
 * Q: How many lemons are there?
 * {"args": ["-c", "grep -rin lemon /workspace"]}
 * | /workspace/shopping.csv:3:lemons,2
 * A: There are 2 lemons.
 * }</pre>
 *
 * Calls and results may repeat. A line that starts with {@code !} is standard error of a failed
 * call. For a tool without complete examples, the calls in its description become examples, so that
 * the model learns at least the form.
 */
final class UsageExamples {
  private static final int MOST_WHOLE = 5;
  private static final int MOST_CALLS = 2;
  private static final String QUESTION = "Q: ";
  private static final String ANSWER = "A: ";
  private static final String RESULT = "|";
  private static final String FAILURE = "!";
  private static final String QUIET = "exit code 0, 4 ms\n(no output)\n";

  private final List<Example> whole = new ArrayList<>();
  private final List<ToolInput> calls = new ArrayList<>();
  private final List<Example.Step> steps = new ArrayList<>();
  private final StringBuilder output = new StringBuilder();
  private final StringBuilder errors = new StringBuilder();
  private boolean failed;
  private Optional<String> question = Optional.empty();
  private Optional<ToolInput> call = Optional.empty();

  private UsageExamples() {}

  /** Returns whether a tool has complete examples. */
  static boolean areWhole(ToolSchema tool) {
    return !read(tool).whole.isEmpty();
  }

  private static UsageExamples read(ToolSchema tool) {
    UsageExamples examples = new UsageExamples();
    tool.description().lines().map(String::strip).forEach(examples::line);
    return examples;
  }

  /** Returns the examples of a tool; empty if its description contains no call. */
  static List<Example> of(ToolSchema tool) {
    UsageExamples examples = read(tool);
    if (!examples.whole.isEmpty()) {
      return examples.whole.stream().limit(MOST_WHOLE).toList();
    }
    return examples.calls.stream()
        .limit(MOST_CALLS)
        .map(input -> plain(tool.name(), input))
        .toList();
  }

  /**
   * Returns the common form of all calls in the description of a tool; empty if they differ or are
   * too few.
   */
  static Optional<ArgumentForm> form(ToolSchema tool) {
    return ArgumentForm.of(read(tool).calls.stream().map(ToolInput::args).toList());
  }

  private static Example plain(String tool, ToolInput input) {
    String request = "Please run " + tool + " " + String.join(" ", input.args());
    return new Example(
        request, List.of(new Example.Step(input, QUIET)), "It ran, and printed nothing.");
  }

  private void line(String line) {
    if (line.startsWith(QUESTION)) {
      forget();
      question = Optional.of(line.substring(QUESTION.length()));
    } else if (line.startsWith("{\"args\"") || line.startsWith("{\"stdin\"")) {
      input(line).ifPresent(this::begin);
    } else if (line.startsWith(RESULT) && call.isPresent()) {
      append(line, output);
    } else if (line.startsWith(FAILURE) && call.isPresent()) {
      failed = true;
      append(line, errors);
    } else if (line.startsWith(ANSWER) && question.isPresent()) {
      end(line.substring(ANSWER.length()));
    }
  }

  private static void append(String line, StringBuilder stream) {
    String text = line.substring(RESULT.length()).stripLeading();
    if (!text.isEmpty() || !stream.isEmpty()) {
      stream.append(text).append('\n');
    }
  }

  private static Optional<ToolInput> input(String line) {
    try {
      return Optional.of(ToolInput.parse(line));
    } catch (IllegalArgumentException e) {
      // Not a call: a description may contain any text.
      return Optional.empty();
    }
  }

  private void begin(ToolInput input) {
    calls.add(input);
    endStep();
    call = question.map(asked -> input);
  }

  private void endStep() {
    call.ifPresent(input -> steps.add(new Example.Step(input, result())));
    clear();
  }

  private void clear() {
    call = Optional.empty();
    output.setLength(0);
    errors.setLength(0);
    failed = false;
  }

  private void end(String answer) {
    endStep();
    if (!steps.isEmpty()) {
      whole.add(new Example(question.orElseThrow(), steps, answer));
    }
    forget();
  }

  private void forget() {
    question = Optional.empty();
    steps.clear();
    clear();
  }

  private String result() {
    StringBuilder result =
        new StringBuilder(failed ? "exit code 1, 4 ms\n" : "exit code 0, 4 ms\n");
    if (!output.isEmpty()) {
      result.append("stdout:\n").append(output);
    }
    if (!errors.isEmpty()) {
      result.append("stderr:\n").append(errors);
    }
    return result.append(output.isEmpty() && errors.isEmpty() ? "(no output)\n" : "").toString();
  }
}
