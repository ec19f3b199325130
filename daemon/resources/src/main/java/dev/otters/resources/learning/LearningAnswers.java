package dev.otters.resources.learning;

import java.time.Instant;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Learnings as models read them. */
final class LearningAnswers {
  private static final JsonMapper JSON = JsonMapper.shared();

  private LearningAnswers() {}

  /** A learning, also as a line of a file. */
  record Entry(
      String id, String kind, String title, String detail, String session, Instant recordedAt) {
    static Entry of(Learning learning) {
      Lesson lesson = learning.lesson();
      return new Entry(
          Long.toString(learning.id()),
          lesson.kind().word(),
          lesson.title(),
          lesson.detail(),
          learning.session(),
          learning.recordedAt());
    }
  }

  private record Recorded(String id, boolean duplicate) {}

  private record Found(List<Entry> learnings) {}

  /** Returns one line of JSON. */
  static String line(Learning learning) {
    return JSON.writeValueAsString(Entry.of(learning));
  }

  static String recorded(Learning learning, boolean duplicate) {
    return JSON.writeValueAsString(new Recorded(Long.toString(learning.id()), duplicate));
  }

  static String found(List<Learning> learnings) {
    return JSON.writeValueAsString(new Found(learnings.stream().map(Entry::of).toList()));
  }
}
