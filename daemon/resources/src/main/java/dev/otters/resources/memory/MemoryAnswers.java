package dev.otters.resources.memory;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.resources.grant.Namespace;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** The answers of memory tools, as JSON. */
final class MemoryAnswers {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** The limit on the texts of an answer in bytes. */
  private static final int MOST_BYTES = 32 << 10;

  private MemoryAnswers() {}

  static String written(String action, String id, Namespace namespace) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("action", action);
    answer.put("id", id);
    answer.put("namespace", namespace.path());
    return JSON.writeValueAsString(answer);
  }

  /**
   * Returns memories.
   *
   * @param found one more than shown if there are more
   */
  static String of(List<Memory> found, int limit) {
    List<Map<String, Object>> shown = new ArrayList<>();
    int bytes = 0;
    for (Memory memory : found.stream().limit(limit).toList()) {
      bytes += memory.text().getBytes(UTF_8).length;
      if (bytes > MOST_BYTES) {
        break;
      }
      shown.add(of(memory));
    }
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("memories", shown);
    answer.put("more", shown.size() < found.size());
    return JSON.writeValueAsString(answer);
  }

  private static Map<String, Object> of(Memory memory) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("id", memory.id());
    shown.put("namespace", memory.namespace().path());
    shown.put("type", memory.type().toString());
    shown.put("topics", memory.topics());
    shown.put("text", memory.text());
    shown.put("storedAt", memory.createdAt().toString());
    return shown;
  }

  static String ofTopics(List<MemoryRows.TopicCount> topics) {
    Map<String, Long> counts = new LinkedHashMap<>();
    topics.forEach(topic -> counts.put(topic.topic(), topic.memories()));
    return JSON.writeValueAsString(Map.of("topics", counts));
  }
}
