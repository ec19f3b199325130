package dev.otters.sessions.custom;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.api.Json;
import dev.otters.api.session.ClientTool;
import dev.otters.models.chat.ToolSchema;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.schema.AnswerSchema;
import dev.otters.sessions.wake.WakeTool;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** Checks and reads the tools that a client brings into a session. */
final class ClientTools {
  /** The limit on tools of a session. */
  static final int MOST = 64;

  /** The limit on their names, descriptions and schemas together, in bytes. */
  static final int MAX_BYTES = 64 * 1024;

  /** The limit on a description in characters. */
  static final int MAX_DESCRIPTION = 4096;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");

  private ClientTools() {}

  /**
   * Returns what is wrong with tools; empty if they can be used.
   *
   * @param taken the names of the agent's own tools
   */
  static List<String> complaints(List<ClientTool> tools, Set<String> taken) {
    if (tools.size() > MOST) {
      return List.of("it has more than " + MOST + " tools");
    }
    List<String> complaints = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (int at = 0; at < tools.size(); at++) {
      ClientTool tool = tools.get(at);
      String name = Objects.requireNonNullElse(tool.name(), "");
      String what = name.isEmpty() ? "tool " + (at + 1) : "tool " + name;
      if (!NAME.matcher(name).matches()) {
        complaints.add(
            "the name of tool %d must be 1 to 63 letters, digits, '.', '_' or '-', and start with a letter or digit"
                .formatted(at + 1));
      } else if (taken.contains(name) || name.equals(WakeTool.NAME)) {
        complaints.add(what + " has the name of one of the agent's own tools");
      } else if (!seen.add(name)) {
        complaints.add("there are two tools with the name " + name);
      }
      check(tool).forEach(complaint -> complaints.add(what + ": " + complaint));
    }
    if (complaints.isEmpty() && size(schemas(tools)) > MAX_BYTES) {
      complaints.add("its tools have more than " + MAX_BYTES / 1024 + " KiB together");
    }
    return complaints;
  }

  private static List<String> check(ClientTool tool) {
    List<String> complaints = new ArrayList<>();
    String description = Objects.requireNonNullElse(tool.description(), "");
    if (description.isBlank() || description.length() > MAX_DESCRIPTION) {
      complaints.add("the description must have 1 to " + MAX_DESCRIPTION + " characters");
    }
    if (!(tool.schema() instanceof Map<?, ?> schema) || !"object".equals(schema.get("type"))) {
      complaints.add("the schema must be a JSON Schema with \"type\": \"object\"");
      return complaints;
    }
    try {
      AnswerSchema.check(Json.write(schema));
    } catch (SessionException e) {
      complaints.add(String.valueOf(e.getMessage()));
    }
    return complaints;
  }

  private static int size(List<ToolSchema> tools) {
    return tools.stream()
        .flatMap(tool -> List.of(tool.name(), tool.description(), tool.parametersJson()).stream())
        .mapToInt(text -> text.getBytes(UTF_8).length)
        .sum();
  }

  /** Returns a tool without the secrets in its texts. */
  static ToolSchema redacted(ToolSchema tool, UnaryOperator<String> redactor) {
    return new ToolSchema(
        tool.name(),
        redactor.apply(tool.description()),
        Bodies.hidden(Bodies.read(tool.parametersJson()), redactor).toString());
  }

  /** Returns tools without complaints as models see them. */
  static List<ToolSchema> schemas(List<ClientTool> tools) {
    return tools.stream()
        .map(
            tool ->
                new ToolSchema(
                    Objects.requireNonNull(tool.name()),
                    Objects.requireNonNull(tool.description()),
                    Json.write(Objects.requireNonNull(tool.schema()))))
        .toList();
  }
}
