package dev.otters.resources.learning;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** Learnings as models read them. */
final class LearningAnswers {
  private static final JsonMapper JSON = JsonMapper.shared();

  /** The limit on the learnings of an answer in bytes. */
  private static final int MOST_BYTES = 32 << 10;

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

  private record Found(List<Entry> learnings, boolean more) {}

  /** Returns one line of JSON. */
  static String line(Learning learning) {
    return JSON.writeValueAsString(Entry.of(learning));
  }

  static String recorded(Learning learning, boolean duplicate) {
    return JSON.writeValueAsString(new Recorded(Long.toString(learning.id()), duplicate));
  }

  /**
   * Returns learnings.
   *
   * @param learnings one more than {@code limit} if there are more
   */
  static String found(List<Learning> learnings, int limit) {
    List<Entry> shown = new ArrayList<>();
    int bytes = 0;
    for (Learning learning : learnings.subList(0, Math.min(limit, learnings.size()))) {
      bytes += line(learning).getBytes(UTF_8).length;
      if (bytes > MOST_BYTES) {
        break;
      }
      shown.add(Entry.of(learning));
    }
    return JSON.writeValueAsString(new Found(shown, shown.size() < learnings.size()));
  }
}
