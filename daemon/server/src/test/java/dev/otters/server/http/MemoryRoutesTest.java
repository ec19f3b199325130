package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.memory.MemoryDetail;
import dev.otters.api.memory.MemoryList;
import dev.otters.api.memory.MemoryView;
import dev.otters.api.memory.ResourceCallList;
import dev.otters.api.memory.ResourceCallView;
import dev.otters.api.resource.Purged;
import dev.otters.api.session.MessageRequest;
import dev.otters.api.session.SessionState;
import dev.otters.api.session.SessionSummary;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Memories and grants as clients of the API see them. */
class MemoryRoutesTest {
  private static final String REVIEW = "/v1/agents/bob/sessions/review";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private String store(String namespace, String text) {
    return kit.remember(namespace, Map.of("text", text));
  }

  private <T> T get(String path, Class<T> type) {
    try (Http answer = kit.ask("GET " + path)) {
      assertThat(answer.status()).as(path).isEqualTo(200);
      return Json.read(answer.body(), type);
    }
  }

  private List<String> texts(String query) {
    return get("/v1/memories" + query, MemoryList.class).memories().stream()
        .map(MemoryView::text)
        .toList();
  }

  private Problem refused(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return ApiKit.problem(answer);
    }
  }

  @Test
  void memoriesAreListedInPagesAndFound() {
    kit.remember("app/u1", Map.of("text", "tabs", "topics", List.of("editor")));
    store("app/u1/x", "spaces");
    store("app/u12", "neither");

    assertThat(texts("")).containsExactly("neither", "spaces", "tabs");
    assertThat(texts("?namespace=app/u1")).containsExactly("spaces", "tabs");
    assertThat(texts("?topic=editor")).containsExactly("tabs");
    assertThat(texts("?query=tabs%20OR%20nothing")).containsExactly("tabs");
    assertThat(texts("?query=***")).isEmpty();
    MemoryList first = get("/v1/memories?limit=2", MemoryList.class);
    assertThat(texts("?limit=2&after=" + first.next())).containsExactly("tabs");
    assertThat(get("/v1/memories?limit=3", MemoryList.class).next()).isNull();
  }

  @Test
  void aMemoryIsShownWithItsHistoryAndRemovedWithIt() {
    String old = store("app", "Monday");
    String id = kit.remember("app", Map.of("text", "Friday", "supersedes", old, "type", "event"));

    MemoryDetail shown = get("/v1/memories/" + id, MemoryDetail.class);
    assertThat(shown.memory().agent()).isEqualTo("bob");
    assertThat(shown.memory().session()).isEqualTo("review");
    assertThat(shown.memory().type()).isEqualTo("event");
    assertThat(shown.superseded().getFirst().id()).isEqualTo(old);
    assertThat(shown.superseded().getFirst().supersededBy()).isEqualTo(id);

    kit.ask("DELETE /v1/memories/" + id).close();
    assertThat(refused("GET /v1/memories/" + old, "").code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refused("DELETE /v1/memories/" + id, "").title())
        .isEqualTo("there is no memory " + id);
  }

  @Test
  void aNamespaceIsPurged() {
    store("app/u1", "a");
    store("app/u1/x", "b");

    try (Http answer =
        kit.ask("POST /v1/memories/purge", "", "{\"namespace\":\"app\",\"recursive\":true}")) {
      assertThat(Json.read(answer.body(), Purged.class).deleted()).isEqualTo(2);
    }
    assertThat(kit.audit.newest(1).getFirst().call().target()).isEqualTo("app");
    assertThat(refused("POST /v1/memories/purge", "{}").title()).contains("'namespace'");
    assertThat(refused("POST /v1/memories/purge", "{\"namespace\":\"app/..\"}").title())
        .contains("must not have the segments");
  }

  @Test
  void callsAreListed() {
    kit.remember("app/u1", Map.of("text", "a", "namespace", "app/u1/x"));

    ResourceCallView call =
        get("/v1/resource-calls?limit=1", ResourceCallList.class).calls().getFirst();

    assertThat(call)
        .isEqualTo(
            new ResourceCallView(
                Instant.EPOCH,
                "bob",
                "review",
                "act",
                "memory",
                "read-write",
                "write",
                "app/u1/x",
                true));
  }

  @ParameterizedTest
  @ValueSource(strings = {"app//x", "../x", "app/%2e%2e", "%61", "/app", "a b", "*"})
  void aWrongNamespaceIsRefusedEverywhere(String path) {
    String encoded = URLEncoder.encode(path, UTF_8);
    assertThat(refused("GET /v1/memories?namespace=" + encoded, "").code())
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    MessageRequest message = MessageRequest.user("m", "Hi", List.of(), null, List.of("app", path));
    assertThat(refused("POST " + REVIEW + "/events", Json.write(message)).title())
        .contains("the namespace '" + path + "' is invalid");
    assertThat(refused("GET " + REVIEW, "").code()).isEqualTo(ErrorCode.SESSION_NOT_FOUND);
    String session = "{\"id\":\"r\",\"session\":\"review\",\"grants\":[\"" + path + "\"]}";
    assertThat(refused("POST /v1/agents/bob/sessions", session).title())
        .contains("the namespace '" + path + "' is invalid");
  }

  @Test
  void aSessionShowsItsGrantsAndRefusesOthers() {
    MessageRequest first =
        MessageRequest.user("m1", "Hi", List.of(), null, List.of("app/u1", "team"));
    kit.ask("POST " + REVIEW + "/events", "", Json.write(first)).close();

    assertThat(get(REVIEW, SessionSummary.class).grants()).containsExactly("app/u1", "team");
    assertThat(get(REVIEW + "/status", SessionState.class).grants())
        .containsExactly("app/u1", "team");
    for (List<String> other : List.of(List.of("app/u1"), List.<String>of())) {
      String body = Json.write(MessageRequest.user("m2", "Hi", List.of(), null, other));
      Problem problem = refused("POST " + REVIEW + "/events", body);
      assertThat(problem.code()).isEqualTo(ErrorCode.CONFLICT);
      assertThat(problem.title()).isEqualTo("session review has the grants app/u1, team");
    }
  }

  @Test
  void aSessionIsCreatedWithGrants() {
    kit.ask(
            "POST /v1/agents/bob/sessions",
            "",
            "{\"id\":\"r\",\"session\":\"review\",\"grants\":[\"app/u1\",\"app/u1\"]}")
        .close();

    assertThat(get(REVIEW, SessionSummary.class).grants()).containsExactly("app/u1");
  }
}
