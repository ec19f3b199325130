package dev.otters.models.provider.local.prompt;

import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** Writes the rules and examples for tool calls, and earlier calls with their results. */
final class ToolPrompt {
  private static final JsonMapper MAPPER = new JsonMapper();

  private static final int MOST_USAGE = 1500;
  private static final String RULES =
      """
      # Tools

      Answer every message with one JSON object, in one of two forms:
      {"tool":"NAME","args":["…"]} runs a tool; its result comes with the next message. "stdin":"…" may follow the args.
      {"answer":"…"} ends the turn; it is what the user reads.

      The tools are:
      %s
      Never answer from memory what a tool can look up. When a result holds the answer, give it. When it does not, read the files that it names, or look for another word.\
      """;

  private ToolPrompt() {}

  /** Returns the rules, which depend on the tools only. */
  static String rules(List<ToolSchema> tools) {
    return RULES.formatted(tools.stream().map(ToolPrompt::tool).collect(Collectors.joining()));
  }

  /** Describes a tool: in one line if it has complete examples, else with its whole description. */
  private static String tool(ToolSchema tool) {
    String text =
        UsageExamples.areWhole(tool)
            ? tool.description().lines().findFirst().orElse("")
            : Shortened.of(tool.description(), MOST_USAGE).indent(2).strip();
    return "- " + tool.name() + ": " + text + "\n";
  }

  /** Returns the examples as turns of a conversation. */
  static String examples(List<ToolSchema> tools) {
    StringBuilder turns = new StringBuilder();
    for (ToolSchema tool : tools) {
      for (Example example : UsageExamples.of(tool)) {
        turns.append(ChatMl.user(example.question()));
        for (Example.Step step : example.steps()) {
          turns.append(ChatMl.assistant(call(tool.name(), step.input())));
          turns.append(ChatMl.user(result(tool.name(), step.result())));
        }
        turns.append(ChatMl.assistant(answer(example.answer())));
      }
    }
    if (!turns.isEmpty()) {
      turns.append(ChatMl.user("Thank you!")).append(ChatMl.assistant(answer("You are welcome.")));
    }
    return turns.toString();
  }

  static String call(ToolCall call) {
    try {
      return call(call.name(), ToolInput.parse(call.argumentsJson()));
    } catch (IllegalArgumentException e) {
      // A rejected call of another model. Its result contains the reason.
      return call(call.name(), new ToolInput(List.of(call.argumentsJson()), ""));
    }
  }

  private static String call(String name, ToolInput input) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("tool", name);
    members.put("args", input.args());
    if (!input.stdin().isEmpty()) {
      members.put("stdin", input.stdin());
    }
    return MAPPER.writeValueAsString(members);
  }

  static String answer(String text) {
    return MAPPER.writeValueAsString(Map.of("answer", text));
  }

  static String result(String name, String text) {
    return "Result of " + name + ":\n" + text;
  }
}
