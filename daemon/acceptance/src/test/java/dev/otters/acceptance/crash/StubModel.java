package dev.otters.acceptance.crash;

import dev.otters.acceptance.FakeVendor;
import dev.otters.acceptance.Otters;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A model that calls a tool once for a message "append MARK" or "ask MARK", answers each message,
 * and can be asked how often it was paid for one.
 */
final class StubModel {
  private static final Pattern MESSAGE = Pattern.compile("(append|ask|chat) (\\S+)$");

  private static final String CHUNK =
      "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"small\","
          + "\"choices\":[%s]%s}\n\n";
  private static final String CHOICE = "{\"index\":0,\"delta\":%s,\"finish_reason\":%s}";

  /** Appends a line to a file, then waits while its step is armed. */
  private static final String TOOL =
      """
      echo %s >> /workspace/effects
      for step in tool-running allowed-call-running
      do
        point=/workspace/points/$step
        if [ -e $point.armed ]
        then
          echo > $point.reached
          while [ -e $point.armed ]
          do
            sleep 0.05
          done
        fi
      done
      """;

  /** The mark of requests that answer no message, such as those for summaries. */
  static final String NOTHING = "nothing";

  /** The name of the client's tool. */
  static final String CLIENT_TOOL = "client";

  private StubModel() {}

  /** Returns the events of the answer to a request. */
  static String answer(String request) {
    return answer(request, "");
  }

  /**
   * Returns the events of the answer to a request.
   *
   * @param more what the tool does after its effect, as lines of a shell
   */
  static String answer(String request, String more) {
    Question question = question(request);
    if (!question.verb().equals("chat") && !question.mark().equals(NOTHING) && !question.called()) {
      String call =
          Otters.JSON.writeValueAsString(
              Map.of(
                  "tool_calls",
                  List.of(
                      Map.of(
                          "index",
                          0,
                          "id",
                          question.mark(),
                          "type",
                          "function",
                          "function",
                          Map.of(
                              "name",
                              tool(question),
                              "arguments",
                              arguments(question.mark(), more))))));
      return text("I append a line.") + choice(call, "null") + end("tool_calls");
    }
    return text("Done: ") + text(question.mark()) + end("stop");
  }

  private static String tool(Question question) {
    return question.verb().equals("ask") ? CLIENT_TOOL : "sh";
  }

  private static String arguments(String mark, String more) {
    String script = TOOL.formatted(mark) + more;
    return Otters.JSON.writeValueAsString(Map.of("args", List.of("-c", script)));
  }

  /** Returns the requests about a message. */
  static List<String> requests(FakeVendor vendor, String mark) {
    return vendor.heard().stream().filter(it -> mark(it).equals(mark)).toList();
  }

  /** Returns the mark of the message that a request is about, or {@link #NOTHING}. */
  static String mark(String request) {
    return question(request).mark();
  }

  /**
   * The newest message of a request.
   *
   * @param called whether its tool was called
   */
  private record Question(String verb, String mark, boolean called) {}

  private static Question question(String request) {
    Question question = new Question("", NOTHING, false);
    for (JsonNode message : Otters.JSON.readTree(request).path("messages")) {
      Matcher text = MESSAGE.matcher(content(message));
      if (message.path("role").asString("").equals("user") && text.find()) {
        question = new Question(text.group(1), text.group(2), false);
      } else if (message.has("tool_calls")) {
        question = new Question(question.verb(), question.mark(), true);
      }
    }
    return question;
  }

  private static String content(JsonNode message) {
    JsonNode content = message.path("content");
    return content.isString() ? content.asString() : content.path(0).path("text").asString("");
  }

  private static String text(String text) {
    return choice(Otters.JSON.writeValueAsString(Map.of("content", text)), "null");
  }

  private static String choice(String delta, String end) {
    return CHUNK.formatted(CHOICE.formatted(delta, end), "");
  }

  private static String end(String reason) {
    return choice("{}", "\"" + reason + "\"")
        + CHUNK.formatted(
            "", ",\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":1,\"total_tokens\":8}")
        + "data: [DONE]\n\n";
  }
}
