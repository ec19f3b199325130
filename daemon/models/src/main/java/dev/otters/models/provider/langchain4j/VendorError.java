package dev.otters.models.provider.langchain4j;

import dev.otters.http.RetryAfter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * An error that a vendor reports.
 *
 * @param word the vendor's names of the error in lower case; may be empty
 * @param message the raw message; may be empty
 * @param status the HTTP status that an error inside an answer names; 0 for none
 * @param delay the wait that the body asks for; empty for none
 */
record VendorError(String word, String message, int status, Optional<Duration> delay) {
  private static final VendorError NONE = new VendorError("", "", 0, Optional.empty());

  /** Reads the body of an error response; empty unless it is a JSON object, or begins with one. */
  static VendorError ofBody(String body) {
    try {
      JsonNode all = VendorJson.read(body);
      JsonNode root = all.isArray() ? all.path(0) : all;
      return ofEvent(root).orElseGet(() -> root.isObject() ? flat(root) : NONE);
    } catch (JacksonException page) {
      return NONE;
    }
  }

  /** Returns the error in an event of an answer; empty for none. */
  static Optional<VendorError> ofEvent(JsonNode event) {
    JsonNode error = event.path("error");
    if (error.isString()) {
      return Optional.of(new VendorError("", error.asString(), 0, Optional.empty()));
    }
    return error.isObject() ? Optional.of(flat(error)) : Optional.empty();
  }

  private static VendorError flat(JsonNode error) {
    JsonNode code = error.path("code");
    StringBuilder words = new StringBuilder();
    Optional<Duration> delay = Optional.empty();
    for (String field : List.of("type", "code", "status")) {
      words.append(text(error, field)).append(' ');
    }
    for (JsonNode detail : error.path("details")) {
      words.append(text(detail, "reason")).append(' ');
      delay = delay.or(() -> RetryAfter.seconds(text(detail, "retryDelay").replaceFirst("s$", "")));
    }
    String message = text(error, "message");
    return new VendorError(
        words.toString().strip().toLowerCase(Locale.ROOT),
        message.isEmpty() ? text(error, "detail") : message,
        code.isInt() ? code.asInt() : 0,
        delay);
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).isString() ? node.path(field).asString() : "";
  }

  boolean names(String... words) {
    for (String each : words) {
      if (word.contains(each)) {
        return true;
      }
    }
    return false;
  }

  boolean says(String... phrases) {
    String lower = message.toLowerCase(Locale.ROOT);
    for (String phrase : phrases) {
      if (lower.contains(phrase)) {
        return true;
      }
    }
    return false;
  }
}
