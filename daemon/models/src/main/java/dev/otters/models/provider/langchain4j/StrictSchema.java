package dev.otters.models.provider.langchain4j;

import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Finds the schemas that vendors can enforce: objects of known members, lists and plain values,
 * without limits and references. The daemon checks the answers in any case.
 */
final class StrictSchema {
  private static final int MAX_DEPTH = 5;
  private static final String PROPERTIES = "properties";
  private static final Set<String> KEYWORDS =
      Set.of(
          "type",
          PROPERTIES,
          "required",
          "additionalProperties",
          "items",
          "enum",
          "const",
          "anyOf",
          "title",
          "description");

  private StrictSchema() {}

  /** Returns whether the schema is of objects only. */
  static boolean isObject(JsonNode schema) {
    return schema.path("type").asString("").equals("object");
  }

  /** Returns whether a vendor can enforce the schema. */
  static boolean isStrict(JsonNode schema) {
    return isObject(schema) && !schema.has("anyOf") && isStrict(schema, false, 1);
  }

  /** Returns whether a vendor can enforce the schema that wants all members. */
  static boolean hasNoOptionalMember(JsonNode schema) {
    return isObject(schema) && !schema.has("anyOf") && isStrict(schema, true, 1);
  }

  private static boolean isStrict(JsonNode schema, boolean all, int depth) {
    if (depth > MAX_DEPTH || !KEYWORDS.containsAll(schema.propertyNames())) {
      return false;
    }
    JsonNode members = schema.path(PROPERTIES);
    boolean closed =
        !isObject(schema)
            || (schema.path("additionalProperties").isBoolean()
                && !schema.path("additionalProperties").asBoolean());
    boolean complete = !all || schema.path("required").size() == members.size();
    return closed
        && complete
        && schema.path("type").isString() != schema.has("anyOf")
        && members.valueStream().allMatch(part -> isStrict(part, all, depth + 1))
        && schema.path("anyOf").valueStream().allMatch(part -> isStrict(part, all, depth + 1))
        && (!schema.has("items") || isStrict(schema.path("items"), all, depth + 1));
  }
}
