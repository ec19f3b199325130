package dev.otters.acceptance.crash;

import dev.otters.acceptance.FakeVendor;
import dev.otters.acceptance.Otters;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * A model that calls a tool once for a message "append MARK", "ask MARK", "keep MARK" or "serve
 * MARK", calls those for durable files for "promote MARK" or "restore MARK", answers each message,
 * and can be asked how often it was paid for one.
 */
final class StubModel {
  private static final Pattern MESSAGE =
      Pattern.compile("(append|ask|chat|keep|promote|restore|serve) (\\S+)$");

  private static final String CHUNK =
      "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"small\","
          + "\"choices\":[%s]%s}\n\n";
  private static final String CHOICE = "{\"index\":0,\"delta\":%s,\"finish_reason\":%s}";

  /** Appends a line to a file, then waits while its step is armed. */
  private static final String TOOL =
      """
      cd /workspace/shared 2>/dev/null || cd /workspace
      echo %s >> effects
      for step in tool-running allowed-call-running
      do
        point=points/$step
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

  /** Makes the drafts of a promote. */
  private static final String DRAFTS =
      """
      echo %1$s > $OTTERS_SESSION_DIR/drafts/SOUL.md
      echo %1$s > $OTTERS_SESSION_DIR/drafts/%1$s
      """;

  /** Leaves a file in the folder of the session. */
  private static final String KEPT = "echo kept > $OTTERS_SESSION_DIR/%s\n";

  private static final Pattern SOURCE = Pattern.compile("\"sourceVersionId\":\"(\\d+)\"");
  private static final Pattern VERSION = Pattern.compile("\"versionId\":\"(\\d+)\"");

  /** The durable file that is promoted, together with one named by its mark, or restored. */
  static final String FILE = "SOUL.md";

  /** The mark of requests that answer no message, such as those for summaries. */
  static final String NOTHING = "nothing";

  /** The name of the client's tool. */
  static final String CLIENT_TOOL = "client";

  /** The tool of the MCP server. */
  private static final String SERVER_TOOL = "papers_append";

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
    return call(question, more)
        .map(call -> text("I append a line.") + choice(call.json(), "null") + end("tool_calls"))
        .orElseGet(() -> text("Done: ") + text(question.mark()) + end("stop"));
  }

  /** A call of a tool. */
  private record Call(String id, String tool, Map<String, ?> input) {
    String json() {
      Map<String, ?> function =
          Map.of("name", tool, "arguments", Otters.JSON.writeValueAsString(input));
      return Otters.JSON.writeValueAsString(
          Map.of(
              "tool_calls",
              List.of(Map.of("index", 0, "id", id, "type", "function", "function", function))));
    }
  }

  /** Returns the next call; empty if the message is answered now. */
  private static Optional<Call> call(Question question, String more) {
    List<Call> all =
        switch (question.verb()) {
          case "append" -> List.of(append(question, "sh", more));
          case "keep" -> List.of(append(question, "sh", KEPT.formatted(question.mark())));
          case "serve" ->
              List.of(new Call(question.mark(), SERVER_TOOL, Map.of("mark", question.mark())));
          case "ask" -> List.of(append(question, CLIENT_TOOL, more));
          case "promote" ->
              List.of(
                  files(question, "stage_from_substrate", Map.of("sourcePath", FILE)),
                  append(question, "sh", DRAFTS.formatted(question.mark())),
                  promote(question));
          case "restore" ->
              List.of(
                  files(question, "stage_from_substrate", Map.of("sourcePath", FILE)),
                  files(question, "list_versions", Map.of("targetPath", FILE)),
                  restore(question));
          default -> List.of();
        };
    return all.stream().skip(question.calls()).findFirst();
  }

  private static Call append(Question question, String tool, String more) {
    String script = TOOL.formatted(question.mark()) + more;
    return new Call(question.mark(), tool, Map.of("args", List.of("-c", script)));
  }

  private static Call files(Question question, String operation, Map<String, ?> input) {
    return new Call(question.mark() + "." + operation, "resources_" + operation, input);
  }

  private static Call promote(Question question) {
    String hash = DurableFiles.sha256(question.mark() + "\n");
    String current = question.found(SOURCE, 0);
    Map<String, ?> old =
        Map.of("sourcePath", FILE, "draftContentHash", hash, "expectedVersionId", current);
    Map<String, ?> fresh =
        Map.of("sourcePath", question.mark(), "draftContentHash", hash, "absent", true);
    return files(question, "promote_to_substrate", Map.of("files", List.of(old, fresh)));
  }

  private static Call restore(Question question) {
    return files(
        question,
        "restore_version",
        Map.of(
            "versionId",
            question.found(VERSION, 1),
            "expectedVersionId",
            question.found(VERSION, 0)));
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
   * @param calls how many calls there were since
   * @param results what they returned
   */
  private record Question(String verb, String mark, int calls, String results) {
    /** Returns what a pattern finds in the results; empty if they do not have it. */
    String found(Pattern wanted, int index) {
      return wanted
          .matcher(results)
          .results()
          .skip(index)
          .findFirst()
          .map(found -> found.group(1))
          .orElse("");
    }
  }

  private static Question question(String request) {
    Question question = new Question("", NOTHING, 0, "");
    for (JsonNode message : Otters.JSON.readTree(request).path("messages")) {
      String role = message.path("role").asString("");
      Matcher text = MESSAGE.matcher(content(message));
      if (role.equals("user") && text.find()) {
        question = new Question(text.group(1), text.group(2), 0, "");
      } else {
        question =
            new Question(
                question.verb(),
                question.mark(),
                question.calls() + (message.has("tool_calls") ? 1 : 0),
                question.results() + (role.equals("tool") ? content(message) : ""));
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
