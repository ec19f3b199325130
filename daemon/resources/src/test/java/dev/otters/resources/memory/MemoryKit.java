package dev.otters.resources.memory;

import dev.otters.resources.ResourceKit;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A database with memories, and turns that use them. */
final class MemoryKit extends ResourceKit {
  MemoryKit(Path folder) {
    super(folder, "memory");
  }

  String write(String grant, String text) {
    return write(grant, Map.of("text", text)).path("id").asString();
  }

  JsonNode write(String grant, Map<String, ?> input) {
    return call(granted(grant), "memory_write", JSON.writeValueAsString(input));
  }

  List<String> read(String... grants) {
    return texts(call(granted(grants), "memory_read", "{}"));
  }

  List<String> search(String grant, String query) {
    String input = JSON.writeValueAsString(Map.of("query", query));
    return texts(call(granted(grant), "memory_search", input));
  }

  static List<String> texts(JsonNode answer) {
    return answer.path("memories").valueStream().map(it -> it.path("text").asString()).toList();
  }
}
