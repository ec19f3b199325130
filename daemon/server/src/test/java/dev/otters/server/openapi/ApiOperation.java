package dev.otters.server.openapi;

import dev.otters.api.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the served document.
 *
 * @param about its object in the document
 */
public record ApiOperation(String method, String path, Map<?, ?> about) {
  private static final String DOCUMENT = "/dev/otters/server/http/openapi.json";

  /** Returns the document that the daemon serves. */
  public static Map<?, ?> document() {
    try (InputStream in = ApiOperation.class.getResourceAsStream(DOCUMENT)) {
      return Json.read(in, 1 << 20, Map.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns all operations. */
  public static List<ApiOperation> all() {
    List<ApiOperation> all = new ArrayList<>();
    map(document().get("paths"))
        .forEach(
            (path, methods) ->
                map(methods)
                    .forEach(
                        (method, about) ->
                            all.add(
                                new ApiOperation(
                                    method.toString().toUpperCase(Locale.ROOT),
                                    path.toString(),
                                    map(about)))));
    return all;
  }

  @Override
  public String toString() {
    return line();
  }

  /** Returns the line of a request, such as {@code GET /v1/agents/{name}}. */
  public String line() {
    return method + " " + path;
  }

  /** Returns what the operation does, as a sentence. */
  public String summary() {
    return String.valueOf(about.get("summary"));
  }

  /** Returns the parameters of a place: path, query or header. */
  public Stream<Map<?, ?>> parameters(String place) {
    return about.get("parameters") instanceof List<?> parameters
        ? parameters.stream()
            .<Map<?, ?>>map(ApiOperation::map)
            .filter(p -> place.equals(p.get("in")))
        : Stream.of();
  }

  /** Returns the name of the record that a client sends as JSON, null for none. */
  public @Nullable String body() {
    return record(map(map(about.get("requestBody")).get("content")));
  }

  /** Returns the name of the record that the operation answers with, null for none. */
  public @Nullable String answer() {
    return record(map(map(map(about.get("responses")).get("200")).get("content")));
  }

  /** Returns whether a client sends a body. */
  public boolean sends() {
    return about.containsKey("requestBody");
  }

  private static @Nullable String record(Map<?, ?> content) {
    Object reference = map(map(content.get("application/json")).get("schema")).get("$ref");
    return reference == null ? null : reference.toString().replaceFirst(".*/", "");
  }

  /** Returns an object, empty for null. */
  public static Map<?, ?> map(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? map : Map.of();
  }
}
