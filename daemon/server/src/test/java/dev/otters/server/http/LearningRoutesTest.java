package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.resource.LearningList;
import dev.otters.api.resource.LearningView;
import dev.otters.resources.learning.Learning;
import dev.otters.resources.learning.LearningKind;
import dev.otters.resources.learning.LearningRows;
import dev.otters.resources.learning.Lesson;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What agents learned, as clients of the API see it. */
class LearningRoutesTest {
  private static final String ALL = "/v1/agents/bob/learnings";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void twoLearnings() throws IOException {
    kit = new ApiKit(folder);
    learn(new Lesson(LearningKind.LESSON, "One", "a"));
    learn(new Lesson(LearningKind.ERROR, "Two", "b"));
  }

  private void learn(Lesson lesson) {
    LearningRows.Author author = new LearningRows.Author(kit.bob, "s", "turn");
    Learning unused =
        kit.daemon.database().write(tx -> LearningRows.add(tx, author, lesson, Instant.EPOCH));
  }

  private List<LearningView> list(String query) {
    try (Http answer = kit.ask("GET " + ALL + query)) {
      assertThat(answer.status()).isEqualTo(200);
      return Json.read(answer.body(), LearningList.class).learnings();
    }
  }

  @Test
  void theyAreListedTheNewestFirst() {
    assertThat(list(""))
        .containsExactly(
            new LearningView("2", "error", "Two", "b", "s", Instant.EPOCH),
            new LearningView("1", "lesson", "One", "a", "s", Instant.EPOCH));
    assertThat(list("?kind=lesson")).extracting(LearningView::id).containsExactly("1");
    assertThat(list("?limit=1")).extracting(LearningView::id).containsExactly("2");
  }

  @Test
  void oneIsRemoved() {
    try (Http answer = kit.ask("DELETE " + ALL + "/1")) {
      assertThat(answer.status()).isEqualTo(204);
    }

    assertThat(list("")).extracting(LearningView::id).containsExactly("2");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "one", "9999999999999999999"})
  void oneThatDoesNotExistIsNotRemoved(String id) {
    try (Http answer = kit.ask("DELETE " + ALL + "/" + id)) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.NOT_FOUND);
    }
    assertThat(list("")).hasSize(2);
  }

  @Test
  void anUnknownKindIsRefused() {
    try (Http answer = kit.ask("GET " + ALL + "?kind=rule")) {
      assertThat(ApiKit.problem(answer).title()).contains("write one of lesson, correction, error");
    }
  }
}
