package dev.otters.models.provider.langchain4j;

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
 */
record VendorError(String word, String message, int status) {
  private static final VendorError NONE = new VendorError("", "", 0);

  /** Reads the body of an error response; empty unless it is a JSON object. */
  static VendorError ofBody(String body) {
    try {
      JsonNode root = VendorJson.read(body);
      return ofEvent(root).orElseGet(() -> root.isObject() ? flat(root) : NONE);
    } catch (JacksonException page) {
      return NONE;
    }
  }

  /** Returns the error in an event of an answer; empty for none. */
  static Optional<VendorError> ofEvent(JsonNode event) {
    JsonNode error = event.path("error");
    if (error.isString()) {
      return Optional.of(new VendorError("", error.asString(), 0));
    }
    return error.isObject() ? Optional.of(flat(error)) : Optional.empty();
  }

  private static VendorError flat(JsonNode error) {
    JsonNode code = error.path("code");
    String words = text(error, "type") + " " + text(error, "code");
    String message = text(error, "message");
    return new VendorError(
        words.strip().toLowerCase(Locale.ROOT),
        message.isEmpty() ? text(error, "detail") : message,
        code.isInt() ? code.asInt() : 0);
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
