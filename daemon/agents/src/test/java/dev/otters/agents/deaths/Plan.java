package dev.otters.agents.deaths;

import dev.otters.models.chat.ChatMessage;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * What the model does next. It depends on the conversation alone, and not on what the results say,
 * so that every history of a scenario leads to the same answers.
 *
 * @param key the step, such as {@code m1.2}
 * @param words the words of the step; empty when the plans are done
 * @param ids the plans that an answer answers
 */
record Plan(String key, List<String> words, List<String> ids) {
  /** A word that fails once. */
  static final String FAIL = "fail";

  /** A word that waits until the turn is interrupted. */
  static final String HANG = "hang";

  /** A word that takes many tokens. */
  static final String BIG = "big";

  private static final Pattern PLAN = Pattern.compile("plan (\\w+):([a-z |-]*)");

  /** A step of a plan. */
  private record Step(String key, List<String> words) {
    boolean hangs() {
      return words.contains(HANG);
    }
  }

  /** Returns what follows a conversation. */
  static Plan of(List<ChatMessage> messages) {
    List<MatchResult> plans = new ArrayList<>();
    int done = 0;
    for (ChatMessage message : messages) {
      switch (message) {
        case ChatMessage.User(String text, _) -> PLAN.matcher(text).results().forEach(plans::add);
        case ChatMessage.Assistant(_, List<ToolCall> calls, _) when calls.isEmpty() -> {
          plans.clear();
          done = 0;
        }
        case ChatMessage.Assistant _ -> done++;
        default -> {}
      }
    }
    List<Step> steps = new ArrayList<>();
    List<String> ids = new ArrayList<>();
    for (MatchResult plan : plans) {
      // The turn of an earlier plan that hangs was interrupted.
      if (steps.removeIf(Step::hangs)) {
        ids.clear();
      }
      steps.addAll(steps(plan.group(1), plan.group(2)));
      ids.add(plan.group(1));
    }
    if (done < steps.size()) {
      return new Plan(steps.get(done).key(), steps.get(done).words(), ids);
    }
    return new Plan(String.join("+", ids) + ".end", List.of(), ids);
  }

  private static List<Step> steps(String id, String text) {
    List<Step> steps = new ArrayList<>();
    for (String step : text.split("[|]", -1)) {
      List<String> words =
          Arrays.stream(step.split(" ", -1)).filter(word -> !word.isEmpty()).toList();
      if (!words.isEmpty() && !words.equals(List.of(BIG))) {
        steps.add(new Step(id + "." + (steps.size() + 1), words));
      }
    }
    return steps;
  }

  boolean has(String word) {
    return words.contains(word);
  }

  /** Returns the calls of this step. */
  List<ToolCall> calls() {
    List<String> tools = words.stream().filter(word -> !word.equals(FAIL)).toList();
    List<ToolCall> calls = new ArrayList<>();
    for (String tool : tools) {
      calls.add(new ToolCall(key + "." + calls.size(), tool, input(tool)));
    }
    return calls;
  }

  private String input(String tool) {
    return switch (tool) {
      case "weather" -> "{\"city\":\"Bergen\"}";
      case "wake-schedule" ->
          "{\"minutes\":2,\"note\":\"" + Scenario.plan("w" + ids.getFirst(), "sh") + "\"}";
      default -> "{\"args\":[\"" + key + "\"]}";
    };
  }

  /** Returns the step that made a call. */
  static String keyOf(String call) {
    return call.substring(0, call.lastIndexOf('.'));
  }
}
