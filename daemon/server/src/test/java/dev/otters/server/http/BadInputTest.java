package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.server.openapi.ApiOperation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong requests to every operation that the daemon describes. */
@Timeout(120)
class BadInputTest {
  private static final List<String> NAMES =
      List.of("%00", "%2e%2e%2f%2e%2e", "a%20b", "%F0%9F%98%80", "%ff", "-", "x".repeat(5000));

  /** Values of every type, with the types that they fit. */
  private static final Map<Object, Set<String>> VALUES = new LinkedHashMap<>();

  static {
    VALUES.put(7, Set.of("integer", "number"));
    VALUES.put("x", Set.of("string"));
    VALUES.put(true, Set.of("boolean"));
    VALUES.put(List.of("x"), Set.of("array"));
    VALUES.put(Map.of("x", "y"), Set.of("object"));
  }

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    String message = "{\"id\":\"m\",\"type\":\"user.message\",\"text\":\"Hello\"}";
    kit.ask("POST /v1/agents/bob/sessions/s/events", "", message).close();
  }

  static Stream<ApiOperation> operations() {
    return ApiOperation.all().stream();
  }

  static Stream<ApiOperation> operationsWithJson() {
    return operations().filter(operation -> operation.body() != null);
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aParameterOfAnotherTypeIsRefusedByItsName(ApiOperation operation) {
    for (Map<?, ?> parameter : operation.parameters("query").toList()) {
      Map<?, ?> schema = ApiOperation.map(parameter.get("schema"));
      boolean text = schema.get("type").equals("string") && schema.size() == 1;
      if (!text && !schema.get("type").equals("array")) {
        String query = required(operation, "") + "&" + parameter.get("name") + "=wrong";
        assertThat(refused(operation, query)).contains("'" + parameter.get("name") + "'");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void aMissingParameterIsNamed(ApiOperation operation) {
    for (Map<?, ?> parameter : operation.parameters("query").toList()) {
      if (Boolean.TRUE.equals(parameter.get("required"))) {
        String name = parameter.get("name").toString();
        assertThat(refused(operation, required(operation, name))).contains("'" + name + "'");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("operations")
  void oddNamesInPathsHarmNothing(ApiOperation operation) {
    for (Map<?, ?> parameter : operation.parameters("path").toList()) {
      for (String name : NAMES) {
        String path = operation.path().replace("{" + parameter.get("name") + "}", name);
        String line = operation.method() + " " + filled(path) + "?" + required(operation, "");
        Problem problem = problem(line, operation.body() == null ? "" : "{}");
        assertThat(problem.status()).as("%s: %s", line, problem).isBetween(400, 499);
      }
    }
  }

  static Stream<ApiOperation> operationsWithFiles() {
    return operations().filter(operation -> operation.sends() && operation.body() == null);
  }

  @ParameterizedTest
  @MethodSource("operationsWithFiles")
  void aFileOfAnotherKindIsRefused(ApiOperation operation) {
    // The first bytes of a frame or a tar decide, and the daemon reads no further.
    boolean streams = operation.path().matches(".*/(exec|run|files)");
    int most = streams ? 100 : ApiKit.LARGEST_UPLOAD;
    for (String body : List.of("", "x", "x".repeat(most + 1))) {
      Problem problem = problem(line(operation), body);
      assertThat(problem.status()).as("%s: %s", operation, problem).isBetween(400, 499);
    }
  }

  @ParameterizedTest
  @MethodSource("operationsWithJson")
  void aMemberOfAnotherTypeIsRefusedByItsName(ApiOperation operation) {
    Map<?, ?> record = schema(String.valueOf(operation.body()));
    ApiOperation.map(record.get("properties"))
        .forEach(
            (member, about) -> {
              Object type = type(ApiOperation.map(about));
              VALUES.forEach(
                  (value, types) -> {
                    if (type != null && !types.contains(type.toString())) {
                      Map<String, Object> body = skeleton(record);
                      body.put(member.toString(), value);
                      String title = invalid(operation, Json.write(body));
                      assertThat(title).as("%s: %s", operation.line(), body).contains("expected");
                    }
                  });
            });
  }

  @ParameterizedTest
  @MethodSource("operationsWithJson")
  void aMissingMemberIsNamed(ApiOperation operation) {
    Map<?, ?> record = schema(String.valueOf(operation.body()));
    for (Object member : record.get("required") instanceof List<?> list ? list : List.of()) {
      Map<String, Object> body = skeleton(record);
      body.remove(member.toString());
      assertThat(invalid(operation, Json.write(body))).contains("'" + member + "'");
    }
  }

  @ParameterizedTest
  @MethodSource("operationsWithJson")
  void aBodyThatIsNoObjectIsRefused(ApiOperation operation) {
    for (String body :
        List.of("x", "[]", "null", "7", "\"x\"", "{", "{\"a\":", "\u0000", "[".repeat(5000))) {
      assertThat(invalid(operation, body)).contains("the request");
    }
  }

  @ParameterizedTest
  @MethodSource("operationsWithJson")
  void aBodyThatIsTooLargeIsRefused(ApiOperation operation) {
    String body = "{\"unknown\":\"" + "x".repeat(2 << 20) + "\"}";
    assertThat(problem(line(operation), body).status()).as(operation.line()).isIn(400, 413);
  }

  @ParameterizedTest
  @MethodSource("operationsWithJson")
  void oddValuesAndUnknownMembersHarmNothing(ApiOperation operation) {
    Map<?, ?> record = schema(String.valueOf(operation.body()));
    List<Object> odd =
        List.of("", "\u0000", "../..", "x".repeat(100_000), -1, Long.MAX_VALUE, 1e300);
    ApiOperation.map(record.get("properties"))
        .forEach(
            (member, about) -> {
              for (Object value : odd) {
                Map<String, Object> body = skeleton(record);
                body.put("unknown", value);
                body.put(member.toString(), value);
                answer(line(operation), Json.write(body)).forEach(BadInputTest::foreseen);
              }
            });
  }

  private static void foreseen(Problem problem) {
    assertThat(problem.code()).as("%s", problem).isNotEqualTo(ErrorCode.INTERNAL);
    assertThat(problem.status()).as("%s", problem).isNotEqualTo(500);
  }

  /** Returns the type of a member, null for any. */
  private static Object type(Map<?, ?> schema) {
    Object reference = schema.get("$ref");
    return reference == null
        ? schema.get("type")
        : schema(reference.toString().replaceFirst(".*/", "")).get("type");
  }

  private static Map<?, ?> schema(String name) {
    Map<?, ?> components = ApiOperation.map(ApiOperation.document().get("components"));
    return ApiOperation.map(ApiOperation.map(components.get("schemas")).get(name));
  }

  private static Map<String, Object> skeleton(Map<?, ?> record) {
    Map<String, Object> body = new LinkedHashMap<>();
    for (Object member : record.get("required") instanceof List<?> list ? list : List.of()) {
      body.put(member.toString(), member.equals("type") ? "user.message" : "x");
    }
    return body;
  }

  private static String required(ApiOperation operation, String without) {
    List<String> query = new ArrayList<>();
    operation
        .parameters("query")
        .filter(parameter -> Boolean.TRUE.equals(parameter.get("required")))
        .map(parameter -> parameter.get("name").toString())
        .filter(name -> !name.equals(without))
        .forEach(name -> query.add(name + "=x"));
    return String.join("&", query);
  }

  private static String filled(String path) {
    return path.replace("{session}", "s")
        .replace("{turn}", "t")
        .replace("{call}", "1")
        .replace("{wake}", "7")
        .replace("{vault}", "v")
        .replace("{repo}", "r")
        .replace("{learning}", "7")
        .replace("{store}", "c")
        .replaceAll("\\{sha256}", "0".repeat(64))
        .replace("{name}", "bob");
  }

  private static String line(ApiOperation operation) {
    return operation.method() + " " + filled(operation.path()) + "?" + required(operation, "");
  }

  private String refused(ApiOperation operation, String query) {
    String line = operation.method() + " " + filled(operation.path()) + "?" + query;
    Problem problem = problem(line, operation.body() == null && operation.sends() ? "x" : "");
    assertThat(problem.status()).as("%s: %s", line, problem).isEqualTo(400);
    return problem.title();
  }

  private String invalid(ApiOperation operation, String body) {
    Problem problem = problem(line(operation), body);
    assertThat(problem.status()).as("%s %s: %s", operation.line(), body, problem).isEqualTo(400);
    return problem.title();
  }

  private Problem problem(String line, String body) {
    List<Problem> problems = answer(line, body);
    assertThat(problems).as("%s %s", line, body).hasSize(1);
    foreseen(problems.getFirst());
    return problems.getFirst();
  }

  /** Returns the problem of an answer, if it has one. */
  private List<Problem> answer(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      if (answer.status() >= 400) {
        return List.of(ApiKit.problem(answer));
      }
      return answer.header("content-type").equals("text/event-stream")
          ? answer.events().stream()
              .filter(event -> event.name().equals("error"))
              .map(event -> Json.read(event.data(), Problem.class))
              .toList()
          : List.of();
    }
  }
}
