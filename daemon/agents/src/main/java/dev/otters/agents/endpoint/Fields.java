package dev.otters.agents.endpoint;

import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.ToolCall;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An object of a request with its place, such as {@code messages[3]}, which complaints name. A
 * member that is null counts as absent.
 */
record Fields(JsonNode node, String place) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Set<String> COUNTS = Set.of("max_tokens", "max_completion_tokens", "top_k");
  private static final int MOST_TOOLS = 128;
  private static final int LONGEST_NAME = 128;
  private static final int MOST_PARAMETERS = 1 << 20;

  /** Checks that a value is an object. */
  static Fields of(JsonNode value, String place) throws EndpointProblem {
    if (!value.isObject()) {
      throw wrong(place, "an object");
    }
    return new Fields(value, place);
  }

  private static EndpointProblem wrong(String place, String wanted) {
    return EndpointProblem.invalid((place.isEmpty() ? "the body" : place) + " must be " + wanted);
  }

  private String place(String name) {
    return place.isEmpty() ? name : place + "." + name;
  }

  boolean has(String name) {
    return !node.path(name).isMissingNode() && !node.path(name).isNull();
  }

  JsonNode get(String name) {
    return node.path(name);
  }

  /** Returns a text; empty if it is absent. */
  Optional<String> maybeText(String name) throws EndpointProblem {
    if (!has(name)) {
      return Optional.empty();
    }
    if (!get(name).isString()) {
      throw wrong(place(name), "a string");
    }
    return Optional.of(get(name).asString());
  }

  String text(String name) throws EndpointProblem {
    return maybeText(name).orElseThrow(() -> wrong(place(name), "a string"));
  }

  /** Returns a flag; false if it is absent. */
  boolean flag(String name) throws EndpointProblem {
    if (has(name) && !get(name).isBoolean()) {
      throw wrong(place(name), "true or false");
    }
    return get(name).asBoolean(false);
  }

  Fields object(String name) throws EndpointProblem {
    return of(get(name), place(name));
  }

  /** Returns the objects of a list; none if it is absent. */
  List<Fields> list(String name) throws EndpointProblem {
    if (has(name) && !get(name).isArray()) {
      throw wrong(place(name), "a list");
    }
    List<Fields> list = new ArrayList<>();
    for (JsonNode item : get(name)) {
      list.add(of(item, place(name) + "[" + list.size() + "]"));
    }
    return list;
  }

  /** Returns the objects of a list that is not empty. */
  List<Fields> someOf(String name) throws EndpointProblem {
    List<Fields> list = list(name);
    if (list.isEmpty()) {
      throw wrong(place(name), "a list that is not empty");
    }
    return list;
  }

  /** Returns whether a member is a list; one that is absent counts as text. */
  boolean isList(String name) {
    return get(name).isArray();
  }

  /**
   * Refuses members that would change the meaning of the answer.
   *
   * @param names the members, of which 0, false, empty lists and empty objects are harmless
   */
  void refuse(String... names) throws EndpointProblem {
    for (String name : names) {
      JsonNode value = get(name);
      boolean harmless = value.isContainer() ? value.isEmpty() : !value.asBoolean(has(name));
      if (has(name) && !harmless) {
        throw unsupported(place(name));
      }
    }
  }

  /** Returns the complaint about a part of a request that the endpoint does not pass on. */
  static EndpointProblem unsupported(String what) {
    return EndpointProblem.invalid(
        what
            + " is not supported by the model endpoint of Otters. Leave it out, or give the agent"
            + " the vendor's address and a key of its own.");
  }

  /**
   * Returns the numbers among the members, by the names of their CONFIG keys. Those that count
   * tokens are whole and positive.
   */
  Map<String, String> options(Map<String, String> keys) throws EndpointProblem {
    Map<String, String> options = new LinkedHashMap<>();
    for (Map.Entry<String, String> key : keys.entrySet()) {
      String name = key.getKey();
      if (has(name)) {
        if (!get(name).isNumber()) {
          throw wrong(place(name), "a number");
        }
        if (COUNTS.contains(name) && !get(name).asString().matches("[1-9][0-9]{0,8}")) {
          throw wrong(place(name), "a whole number from 1 to 999999999");
        }
        options.put(key.getValue(), get(name).asString());
      }
    }
    return options;
  }

  /** Returns the tools of a request, which has 128 at most. */
  List<Fields> tools() throws EndpointProblem {
    List<Fields> tools = list("tools");
    if (tools.size() > MOST_TOOLS) {
      throw wrong(place("tools"), "a list of at most " + MOST_TOOLS + " tools");
    }
    return tools;
  }

  /**
   * Adds a tool whose schema is a member to those before it.
   *
   * @throws EndpointProblem also if their schemas without references have more than 1 MiB
   */
  void addTool(String schema, List<ToolSchema> tools) throws EndpointProblem {
    String name = text("name");
    if (name.length() > LONGEST_NAME) {
      throw wrong(place("name"), "a name of at most " + LONGEST_NAME + " characters");
    }
    String parameters = has(schema) ? ToolParameters.of(object(schema)) : "{\"type\":\"object\"}";
    tools.add(new ToolSchema(name, maybeText("description").orElse(""), parameters));
    if (tools.stream().mapToLong(tool -> tool.parametersJson().length()).sum() > MOST_PARAMETERS) {
      throw RequestHead.tooLarge("the schemas of the tools have more than 1 MiB");
    }
  }

  /** Returns the texts of a member that is a text or a list of parts; empty if it is absent. */
  String texts(String name, Collection<String> types) throws EndpointProblem {
    if (!isList(name)) {
      return maybeText(name).orElse("");
    }
    StringBuilder text = new StringBuilder();
    for (Fields part : list(name)) {
      String type = part.text("type");
      if (!types.contains(type)) {
        throw unsupported(part.place() + " of the type \"" + type + "\"");
      }
      text.append(text.isEmpty() ? "" : "\n\n").append(part.text("text"));
    }
    return text.toString();
  }

  /** Returns the arguments of a call as an object; what is no object stands in one. */
  static JsonNode arguments(ToolCall call) {
    try {
      JsonNode read = JSON.readTree(call.argumentsJson().isBlank() ? "{}" : call.argumentsJson());
      if (read.isObject()) {
        return read;
      }
    } catch (JacksonException malformed) {
      return wrapped(call);
    }
    return wrapped(call);
  }

  private static JsonNode wrapped(ToolCall call) {
    return JSON.createObjectNode().put("malformed_arguments", call.argumentsJson());
  }
}
