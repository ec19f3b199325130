package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.resource.FileDetail;
import dev.otters.api.resource.FileList;
import dev.otters.api.resource.FileView;
import dev.otters.api.resource.Purged;
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

/** Files of agents as clients of the API see them. */
class StoredFileRoutesTest {
  private static final String HASH =
      "2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private <T> T get(String path, Class<T> type) {
    try (Http answer = kit.ask("GET " + path)) {
      assertThat(answer.status()).as(path).isEqualTo(200);
      return Json.read(answer.body(), type);
    }
  }

  private List<String> paths(String query) {
    return get("/v1/files" + query, FileList.class).files().stream().map(FileView::path).toList();
  }

  private Problem refused(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return ApiKit.problem(answer);
    }
  }

  @Test
  void filesAreListedInPages() {
    kit.keep("app/u1", "a", "x");
    kit.keep("app/u1/x", "b", "x");
    kit.keep("app/u12", "c", "x");

    assertThat(paths("")).containsExactly("a", "b", "c");
    assertThat(paths("?namespace=app/u1")).containsExactly("a", "b");
    FileList first = get("/v1/files?limit=2", FileList.class);
    assertThat(paths("?limit=2&after=" + first.next())).containsExactly("c");
    assertThat(get("/v1/files?limit=3", FileList.class).next()).isNull();
  }

  @Test
  void aFileIsShownAndRemoved() {
    String id = kit.keep("app", "plan.md", "x");

    assertThat(get("/v1/files/" + id, FileDetail.class))
        .isEqualTo(
            new FileDetail(
                new FileView(
                    Long.parseLong(id), "app", "plan.md", 1, HASH, "bob", "review", Instant.EPOCH),
                "x"));
    kit.ask("DELETE /v1/files/" + id).close();
    assertThat(refused("DELETE /v1/files/" + id, "").title()).isEqualTo("there is no file " + id);
    assertThat(Long.parseLong(kit.keep("app", "plan.md", "y"))).isGreaterThan(Long.parseLong(id));
  }

  @Test
  void aNamespaceIsPurged() {
    kit.keep("app/u1", "a", "x");
    kit.keep("app/u1/x", "b", "x");

    try (Http answer =
        kit.ask("POST /v1/files/purge", "", "{\"namespace\":\"app\",\"recursive\":true}")) {
      assertThat(Json.read(answer.body(), Purged.class).deleted()).isEqualTo(2);
    }
    assertThat(kit.audit.newest(1).getFirst().call().target()).isEqualTo("app");
    assertThat(refused("POST /v1/files/purge", "{}").title()).contains("'namespace'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "x", "9999999999999999999", "1%20OR%201"})
  void anIdThatIsNoneIsAbsent(String id) {
    kit.keep("app", "a", "x");

    assertThat(refused("GET /v1/files/" + id, "").code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(refused("DELETE /v1/files/" + id, "").code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(paths("")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"?namespace=..", "?after=-1", "?after=x", "?limit=0"})
  void wrongListsAreRefused(String query) {
    assertThat(refused("GET /v1/files" + query, "").code()).isEqualTo(ErrorCode.INVALID_REQUEST);
  }
}
