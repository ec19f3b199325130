package dev.otters.server.http;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import io.helidon.webserver.http.ServerRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads what clients ask for; every complaint names the parameter. */
final class Query {
  private static final int LARGEST_BODY = 5 << 20;

  private final ServerRequest request;

  Query(ServerRequest request) {
    this.request = request;
  }

  /** Returns a part of the path. */
  String path(String name) {
    return request.path().pathParameters().get(name);
  }

  Optional<String> text(String name) {
    return request.query().first(name).asOptional();
  }

  String required(String name) {
    return text(name)
        .filter(value -> !value.isBlank())
        .orElseThrow(() -> invalid("the parameter " + name + " is missing"));
  }

  List<String> texts(String name) {
    return request.query().all(name, List::of);
  }

  boolean flag(String name) {
    return switch (text(name).orElse("false")) {
      case "true", "" -> true;
      case "false" -> false;
      default -> throw invalid("the parameter " + name + " must be true or false");
    };
  }

  long number(String name, long fallback) {
    Optional<String> value = text(name);
    if (value.isEmpty()) {
      return fallback;
    }
    if (!value.get().matches("\\d{1,18}")) {
      throw invalid("the parameter " + name + " must be a whole number, not '" + value.get() + "'");
    }
    return Long.parseLong(value.get());
  }

  Optional<Instant> time(String name) {
    return text(name).map(value -> time(name, value));
  }

  /** Reads {@code name=KEY=VALUE}, as often as it is there. */
  Map<String, String> pairs(String name) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String pair : texts(name)) {
      int equals = pair.indexOf('=');
      if (equals < 1) {
        throw invalid("the parameter " + name + " must be KEY=VALUE, not '" + pair + "'");
      }
      pairs.put(pair.substring(0, equals), pair.substring(equals + 1));
    }
    return pairs;
  }

  /** Reads the body as a record. */
  <T> T body(Class<T> type) {
    String text = new String(bytes(), StandardCharsets.UTF_8);
    try {
      return Json.read(text, type);
    } catch (IllegalArgumentException e) {
      throw invalid("the body is not what is expected here: " + e.getMessage());
    }
  }

  /** Returns the body to be read as a stream. */
  InputStream stream() {
    return request.content().inputStream();
  }

  private byte[] bytes() {
    try (InputStream in = stream()) {
      byte[] bytes = in.readNBytes(LARGEST_BODY + 1);
      if (bytes.length > LARGEST_BODY) {
        throw ApiException.of(
            ErrorCode.CONTEXT_TOO_LARGE,
            "the body is larger than " + LARGEST_BODY + " bytes",
            "send less: mount large files instead");
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("the body cannot be read", e);
    }
  }

  private static Instant time(String name, String value) {
    try {
      return Instant.parse(value);
    } catch (DateTimeException e) {
      throw invalid("the parameter " + name + " must be a time such as 2026-01-31T12:00:00Z");
    }
  }

  private static ApiException invalid(String title) {
    return ApiException.of(ErrorCode.INVALID_REQUEST, title, "correct the request");
  }
}
