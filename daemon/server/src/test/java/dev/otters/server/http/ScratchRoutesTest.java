package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.resource.NewScratchEntry;
import dev.otters.api.resource.ScratchEntryView;
import dev.otters.api.resource.ScratchpadEntries;
import dev.otters.api.resource.ScratchpadList;
import dev.otters.api.resource.ScratchpadView;
import dev.otters.api.session.MessageRequest;
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

/** Scratchpads as clients of the API see them. */
class ScratchRoutesTest {
  private static final String STORES = "/v1/context-stores";

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private Http add(String pad, String text) {
    String body = Json.write(new NewScratchEntry(text));
    return kit.ask("POST " + STORES + "/" + pad + "/entries", "", body);
  }

  private <T> T get(String path, Class<T> type) {
    try (Http answer = kit.ask("GET " + path)) {
      assertThat(answer.status()).as(path).isEqualTo(200);
      return Json.read(answer.body(), type);
    }
  }

  private static Problem refused(Http answer) {
    try (answer) {
      return ApiKit.problem(answer);
    }
  }

  @Test
  void entriesAreAddedShownAndCleared() {
    add("team", "one").close();
    try (Http answer = add("team", "two")) {
      assertThat(Json.read(answer.body(), ScratchEntryView.class))
          .isEqualTo(new ScratchEntryView(null, null, NOW, "two"));
    }

    assertThat(get(STORES, ScratchpadList.class).stores())
        .containsExactly(new ScratchpadView("team", 2, 6, NOW));
    assertThat(get(STORES + "/team", ScratchpadEntries.class).entries())
        .extracting(ScratchEntryView::text)
        .containsExactly("one", "two");
    kit.ask("DELETE " + STORES + "/team").close();
    for (String method : List.of("GET ", "DELETE ")) {
      Problem absent = refused(kit.ask(method + STORES + "/team"));
      assertThat(absent.code()).isEqualTo(ErrorCode.NOT_FOUND);
      assertThat(absent.title()).isEqualTo("there is no scratchpad team");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-a", "_a", "a%20b", "a,b"})
  void wrongIdsAreRefused(String id) {
    assertThat(refused(add(id, "x")).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(get(STORES, ScratchpadList.class).stores()).isEmpty();
  }

  @Test
  void aMessageWithWrongIdsIsRefusedAsAWhole() {
    String to = "POST /v1/agents/bob/sessions/review/events";
    for (List<String> ids : List.of(List.of("a/b"), List.of("a", "b", "c", "d", "e"))) {
      String body = Json.write(MessageRequest.user("m", "Hi").with(ids));
      assertThat(refused(kit.ask(to, "", body)).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/review")) {
      assertThat(answer.status()).isEqualTo(404);
    }
    add("team", "one").close();
    kit.ask(to, "", Json.write(MessageRequest.user("m", "Hi").with(List.of("team")))).close();
    try (Http answer = kit.ask("GET /v1/agents/bob/sessions/review/events")) {
      assertThat(answer.body()).contains("\"contextIds\":[\"team\"]");
    }
  }
}
