package dev.otters.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes the records of this package as JSON. */
public final class Json {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(EnumFeature.READ_ENUMS_USING_TO_STRING)
          .enable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
          .enable(EnumFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
          .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
          .changeDefaultPropertyInclusion(v -> v.withValueInclusion(JsonInclude.Include.NON_NULL))
          .build();

  private Json() {}

  /** Writes a record on one line. */
  public static String write(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** Writes a record for people to read, indented by two spaces. */
  public static String pretty(Object value) {
    return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
  }

  /**
   * Reads a record; unknown members are passed over.
   *
   * @throws IllegalArgumentException when the text is not JSON of that shape; the message says what
   *     and where
   */
  public static <T> T read(String json, Class<T> type) {
    T value;
    try {
      value = MAPPER.readValue(json, type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e.getOriginalMessage() + where(e), e);
    }
    if (value == null) {
      throw new IllegalArgumentException("null is not a " + type.getSimpleName());
    }
    return value;
  }

  private static String where(JacksonException e) {
    TokenStreamLocation at = e.getLocation();
    return at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }
}
