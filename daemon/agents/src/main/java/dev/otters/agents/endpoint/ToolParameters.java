package dev.otters.agents.endpoint;

import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The schema of a tool with its definitions in the place of their references: a provider gets the
 * properties of the schema alone, and SDKs put what these have in common beside them.
 */
final class ToolParameters {
  /** The most values of a schema whose definitions refer to others; a text counts by its length. */
  private static final int MOST = 50_000;

  private static final int TEXT = 32;

  private static final int DEEPEST = 100;
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Fields schema;
  private int copied;

  private ToolParameters(Fields schema) {
    this.schema = schema;
  }

  /**
   * Returns the schema without references.
   *
   * @throws EndpointProblem if a reference leads nowhere, or to itself
   */
  static String of(Fields schema) throws EndpointProblem {
    ObjectNode all = JSON.createObjectNode();
    ToolParameters parameters = new ToolParameters(schema);
    for (Map.Entry<String, JsonNode> member : schema.node().properties()) {
      if (!member.getKey().matches("\\$defs|definitions")) {
        all.set(member.getKey(), parameters.copy(member.getValue(), 1));
      }
    }
    return all.toString();
  }

  private JsonNode copy(JsonNode node, int depth) throws EndpointProblem {
    copied += 1 + (node.isString() ? node.asString().length() / TEXT : 0);
    if (copied > MOST || depth > DEEPEST) {
      throw Fields.unsupported(schema.place() + " with so many or endless references");
    }
    if (node.isArray()) {
      ArrayNode list = JSON.createArrayNode();
      for (JsonNode item : node) {
        list.add(copy(item, depth + 1));
      }
      return list;
    }
    return node.isObject() ? object(node, depth) : node;
  }

  private JsonNode object(JsonNode node, int depth) throws EndpointProblem {
    ObjectNode all = JSON.createObjectNode();
    String reference = node.path("$ref").asString("");
    if (!reference.isEmpty() && copy(target(reference), depth + 1) instanceof ObjectNode found) {
      all.setAll(found);
    }
    for (Map.Entry<String, JsonNode> member : node.properties()) {
      if (reference.isEmpty() || !member.getKey().equals("$ref")) {
        copied += member.getKey().length() / TEXT;
        all.set(member.getKey(), copy(member.getValue(), depth + 1));
      }
    }
    return all;
  }

  private JsonNode target(String reference) throws EndpointProblem {
    JsonNode target =
        reference.startsWith("#/") ? schema.node().at(reference.substring(1)) : schema.get("");
    if (!target.isObject()) {
      throw EndpointProblem.invalid(
          schema.place() + " has the reference " + reference + ", which leads nowhere");
    }
    return target;
  }
}
