package dev.otters.models.provider.langchain4j;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.otters.models.chat.ToolSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tools of a request, with names that every vendor accepts: at most 64 letters, digits,
 * underscores and dashes.
 */
record ToolNames(
    List<ToolSpecification> specifications, Map<String, String> told, Map<String, String> own) {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST = 64;

  static ToolNames of(List<ToolSchema> tools) {
    List<ToolSpecification> specifications = new ArrayList<>();
    Map<String, String> told = new HashMap<>();
    Map<String, String> own = new HashMap<>();
    tools.forEach(tool -> own.putIfAbsent(plain(tool.name()), tool.name()));
    for (ToolSchema tool : tools) {
      String name = plain(tool.name());
      for (int i = 2; !own.getOrDefault(name, tool.name()).equals(tool.name()); i++) {
        name = shortened(plain(tool.name()), LONGEST - 4) + "_" + i;
      }
      own.put(name, tool.name());
      told.put(tool.name(), name);
      specifications.add(specification(name, tool));
    }
    return new ToolNames(List.copyOf(specifications), Map.copyOf(told), Map.copyOf(own));
  }

  /** Returns the name for the vendor, even of a tool that the agent no longer has. */
  String tell(String tool) {
    return told.getOrDefault(tool, plain(tool));
  }

  /** Returns the tool of a name for the vendor. */
  String mean(String name) {
    return own.getOrDefault(name, name);
  }

  private static String plain(String name) {
    return shortened(name.replaceAll("[^A-Za-z0-9_-]", "_"), LONGEST);
  }

  private static String shortened(String name, int longest) {
    return name.substring(0, Math.min(name.length(), longest));
  }

  private static ToolSpecification specification(String name, ToolSchema tool) {
    JsonNode schema = JSON.readTree(tool.parametersJson());
    JsonObjectSchema.Builder parameters = JsonObjectSchema.builder();
    schema
        .path("properties")
        .propertyStream()
        .forEach(
            property ->
                parameters.addProperty(
                    property.getKey(), JsonRawSchema.from(property.getValue().toString())));
    if (schema.path("required").isArray()) {
      parameters.required(
          schema.path("required").valueStream().map(node -> node.asString("")).toList());
    }
    return ToolSpecification.builder()
        .name(name)
        .description(tool.withoutExamples().description())
        .parameters(parameters.build())
        .build();
  }
}
