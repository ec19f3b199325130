package dev.otters.server.openapi;

import dev.otters.api.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.Yaml;

/** Writes the OpenAPI document of the operations in {@code operations.yaml}. */
public final class ApiDocument {
  private static final Pattern PARAMETER = Pattern.compile("(\\w+)/\\{(\\w+)}");

  private final RecordSchemas records = new RecordSchemas();
  private final Map<?, ?> pathTexts;

  private ApiDocument(Map<?, ?> pathTexts) {
    this.pathTexts = pathTexts;
  }

  /** Returns the document. */
  public static Map<String, Object> make() {
    Map<?, ?> table = table();
    Map<?, ?> operations = map(table.get("operations"));
    ApiDocument document = new ApiDocument(map(table.get("path")));
    operations.values().forEach(about -> document.body(map(about)));
    Map<String, Map<String, Object>> paths = new LinkedHashMap<>();
    operations.forEach(
        (line, about) -> {
          String[] parts = line.toString().split(" ", 2);
          paths
              .computeIfAbsent(parts[1], _ -> new LinkedHashMap<>())
              .put(parts[0].toLowerCase(Locale.ROOT), document.operation(line, map(about)));
        });
    return document.whole(paths);
  }

  private static Map<?, ?> table() {
    try (InputStream in = ApiDocument.class.getResourceAsStream("operations.yaml")) {
      return map(new Yaml().load(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }

  private Map<String, Object> whole(Map<String, ?> paths) {
    Map<String, Object> info = new LinkedHashMap<>();
    info.put("title", "Otters");
    info.put("version", "1");
    info.put(
        "description",
        "The operator API of ottersd, on the unix socket of its home and on 127.0.0.1. Streams are"
            + " server-sent events; x-events names their records. Unknown members of a request are"
            + " ignored. Members without a value are left out.");
    Map<String, Object> problem =
        ordered(
            "description",
            "The request failed. `code` is stable, `remedy` says what to do.",
            "content",
            Map.of(Problem.MEDIA_TYPE, Map.of("schema", records.answer("Problem"))));
    Map<String, Object> components = new LinkedHashMap<>();
    components.put("schemas", records.all());
    components.put("responses", Map.of("Problem", problem));
    components.put(
        "securitySchemes",
        Map.of(
            "token",
            ordered(
                "type", "http",
                "scheme", "bearer",
                "description", "The token in credentials.json of the home.")));
    return ordered(
        "openapi",
        "3.1.0",
        "info",
        info,
        "servers",
        List.of(Map.of("url", "http://127.0.0.1:7117")),
        "security",
        List.of(Map.of("token", List.of())),
        "paths",
        paths,
        "components",
        components);
  }

  private Map<String, Object> operation(Object line, Map<?, ?> about) {
    Map<String, Object> operation = new LinkedHashMap<>();
    operation.put("summary", text(about, "summary"));
    operation.put("operationId", id(line.toString()));
    List<Object> parameters = parameters(line.toString(), about);
    if (!parameters.isEmpty()) {
      operation.put("parameters", parameters);
    }
    body(about).ifPresent(body -> operation.put("requestBody", body));
    operation.put("responses", responses(about));
    if (line.equals("GET /healthz")) {
      operation.put("security", List.of());
    }
    return operation;
  }

  private static String text(Map<?, ?> about, String key) {
    return String.valueOf(about.get(key));
  }

  /** Returns an id such as {@code post-agents-name-stop}. */
  private static String id(String line) {
    return line.replace("/v1", "")
        .replaceAll("[^A-Za-z0-9]+", "-")
        .replaceAll("-$", "")
        .toLowerCase(Locale.ROOT);
  }

  private List<Object> parameters(String line, Map<?, ?> about) {
    List<Object> parameters = new ArrayList<>();
    Matcher path = PARAMETER.matcher(line);
    while (path.find()) {
      parameters.add(
          ordered(
              "name", path.group(2),
              "in", "path",
              "required", true,
              "description", text(pathTexts, path.group(1)),
              "schema", Map.of("type", "string")));
    }
    map(about.get("query"))
        .forEach(
            (name, value) -> {
              String[] parts = value.toString().split("; ", 2);
              parameters.add(parameter(name.toString(), "query", parts[1], type(parts[0])));
            });
    map(about.get("header"))
        .forEach(
            (name, value) ->
                parameters.add(
                    parameter(name.toString(), "header", value.toString(), type("string"))));
    return parameters;
  }

  private static Map<String, Object> parameter(
      String name, String in, String description, Map<String, Object> schema) {
    boolean required = name.endsWith("!");
    Map<String, Object> parameter =
        ordered("name", name.replace("!", ""), "in", in, "description", description);
    if (required) {
      parameter.put("required", true);
    }
    parameter.put("schema", schema);
    return parameter;
  }

  private static Map<String, Object> type(String type) {
    return switch (type) {
      case "string", "boolean", "integer" -> Map.of("type", type);
      case "time" -> ordered("type", "string", "format", "date-time");
      case "string[]" -> ordered("type", "array", "items", Map.of("type", "string"));
      default -> ordered("type", "string", "enum", List.of(type.split("\\|", -1)));
    };
  }

  private Optional<Map<String, Object>> body(Map<?, ?> about) {
    return Optional.ofNullable(about.get("body"))
        .map(Object::toString)
        .map(
            body ->
                ordered(
                    "required",
                    true,
                    "content",
                    body.contains("/")
                        ? Map.of(body, Map.of())
                        : Map.of("application/json", Map.of("schema", records.request(body)))));
  }

  private Map<String, Object> responses(Map<?, ?> about) {
    Map<String, Object> responses = new LinkedHashMap<>();
    Object answer = about.get("answer");
    Map<?, ?> events =
        about.containsKey("work")
            ? ordered("progress", "Progress", "result", about.get("work"))
            : map(about.get("stream"));
    if (!events.isEmpty()) {
      responses.put("200", stream(events));
    } else if (answer == null) {
      responses.put("204", Map.of("description", "Done."));
    } else {
      Object status = about.containsKey("status") ? about.get("status") : "200";
      responses.put(String.valueOf(status), answer(answer.toString()));
    }
    responses.put("default", Map.of("$ref", "#/components/responses/Problem"));
    return responses;
  }

  private Map<String, Object> answer(String answer) {
    Map<String, Object> content =
        answer.contains("/")
            ? Map.of(answer, Map.of())
            : Map.of("application/json", Map.of("schema", records.answer(answer)));
    return ordered("description", "The answer.", "content", content);
  }

  private Map<String, Object> stream(Map<?, ?> events) {
    Map<String, Object> named = new LinkedHashMap<>();
    events.forEach(
        (event, record) -> named.put(event.toString(), records.answer(record.toString())));
    named.put("error", records.answer("Problem"));
    String names =
        named.keySet().stream().map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    return ordered(
        "description",
        "A stream of the events " + names + ".",
        "content",
        Map.of("text/event-stream", Map.of("schema", Map.of("type", "string"))),
        "x-events",
        named);
  }

  static Map<String, Object> ordered(Object... pairs) {
    Map<String, Object> map = new LinkedHashMap<>();
    Stream.iterate(0, i -> i < pairs.length, i -> i + 2)
        .forEach(i -> map.put(pairs[i].toString(), pairs[i + 1]));
    return map;
  }
}
