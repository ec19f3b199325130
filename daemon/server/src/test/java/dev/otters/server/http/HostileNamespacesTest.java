package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong namespaces at each place that takes one: each is one error, and nothing is stored. */
class HostileNamespacesTest {
  private static final String SESSIONS = "/v1/agents/bob/sessions";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  /** A request with a namespace, in which {@code %s} is the namespace. */
  private record Place(String line, String body) {}

  private static final List<Place> BODIES =
      List.of(
          new Place("POST /v1/tokens", "{\"roots\":[\"app\",%s]}"),
          new Place("POST " + SESSIONS, "{\"id\":\"n\",\"session\":\"n\",\"grants\":[%s]}"),
          new Place(
              "POST " + SESSIONS,
              "{\"id\":\"c\",\"session\":\"c\",\"parent\":\"bob/mine\",\"grants\":[%s]}"),
          new Place(
              "POST " + SESSIONS + "/n/events",
              "{\"id\":\"m\",\"type\":\"user.message\",\"text\":\"Hi\",\"grants\":[\"app\",%s]}"),
          new Place("POST " + SESSIONS + "/mine/revoke", "{\"grants\":[\"app\",%s]}"),
          new Place("POST /v1/memories/purge", "{\"namespace\":%s,\"recursive\":true}"),
          new Place("POST /v1/files/purge", "{\"namespace\":%s,\"recursive\":true}"));

  private static final List<String> QUERIES =
      List.of("GET /v1/memories?namespace=%s", "GET /v1/files?namespace=%s");

  private static final List<String> STORED =
      List.of(SESSIONS, SESSIONS + "/mine", "/v1/tokens", "/v1/memories", "/v1/files");

  static Stream<String> hostile() {
    return Stream.of(
        "",
        " ",
        "/",
        "/app",
        "app/",
        "app//x",
        ".",
        "..",
        "../app",
        "app/../other",
        "app/%2e%2e/other",
        "app/%2E%2E",
        "app%2f..%2fother",
        "%61pp",
        "app/%",
        "app/%zz",
        "app/*",
        "app/u 1",
        "app/\u0000",
        "app/\u202eppa",
        "app/u\u0308",
        "\u00e4pp",
        "app\\other",
        "a,b",
        "a/".repeat(16) + "a",
        "a".repeat(129),
        "a".repeat(10_000));
  }

  @BeforeEach
  void aSessionAMemoryAndAFile() throws IOException {
    kit = new ApiKit(folder);
    String mine = "{\"id\":\"r\",\"session\":\"mine\",\"grants\":[\"app\"]}";
    assertThat(said("POST " + SESSIONS, mine)).contains("\"mine\"");
    assertThat(kit.remember("app", Map.of("text", "kept"))).isNotEmpty();
    assertThat(kit.keep("app", "kept.md", "kept")).isNotEmpty();
  }

  private String said(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return answer.body();
    }
  }

  private List<String> stored() {
    List<String> stored = new ArrayList<>();
    STORED.forEach(path -> stored.add(said("GET " + path, "")));
    return stored;
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void aWrongNamespaceIsOneErrorEverywhereAndStoresNothing(String path) {
    List<String> before = stored();

    for (Place place : BODIES) {
      assertRefused(place.line(), place.body().formatted(Json.write(path)));
    }
    // A parameter without a value is one that is absent.
    for (String query : path.isEmpty() ? List.<String>of() : QUERIES) {
      assertRefused(query.formatted(URLEncoder.encode(path, UTF_8)), "");
    }

    assertThat(stored()).isEqualTo(before);
  }

  private void assertRefused(String line, String body) {
    String where = line + " " + body;
    try (Http answer = kit.ask(line, "", body)) {
      assertThat(answer.status()).as(where).isEqualTo(400);
      Problem problem = ApiKit.problem(answer);
      assertThat(problem.code()).as(where).isEqualTo(ErrorCode.INVALID_REQUEST);
      assertThat(problem.title())
          .as(where)
          .containsOnlyOnce("the namespace '")
          .hasSizeLessThan(400)
          .matches("\\P{Cntrl}*");
    }
  }
}
