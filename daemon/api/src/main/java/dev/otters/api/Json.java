package dev.otters.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.core.util.Separators;

/**
 * Reads and writes records as JSON. A member has the name of its component; null members are left
 * out, and a list or map that is left out is read as an empty one. Enums are written as their
 * {@code toString}, instants in ISO format.
 */
public final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  /** The most names and values in a stream, of which the smallest take the most memory. */
  private static final int MOST_TOKENS = 200_000;

  private Json() {}

  /** Writes a record, or a list or map of them, on one line. */
  public static String write(Object value) {
    return write(value, ObjectWriteContext.empty());
  }

  /** Returns the members of a record's JSON object; those that are left out are null. */
  public static Map<String, @Nullable Object> members(Record record) {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    RecordShape.of(record.getClass()).addMembers(record, members);
    return members;
  }

  /** Writes a record to a stream, which stays open, with few copies of its bytes. */
  public static void writeTo(OutputStream out, Object value) {
    try (JsonGenerator generator = FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      generator.configure(StreamWriteFeature.AUTO_CLOSE_TARGET, false);
      new ValueWriter(generator).write(value);
    }
  }

  /**
   * Writes a record, or a list or map of them, for people to read, indented by two spaces.
   * Characters that can command a terminal, or reorder what it shows, are escaped.
   */
  public static String pretty(Object value) {
    String json = write(value, new Pretty());
    StringBuilder safe = new StringBuilder(json.length());
    for (int i = 0; i < json.length(); i++) {
      char c = json.charAt(i);
      if (commands(c)) {
        safe.append("\\u").append(HexFormat.of().toHexDigits(c));
      } else {
        safe.append(c);
      }
    }
    return safe.toString();
  }

  /** Finds characters that JSON does not escape: C1 controls and direction marks. */
  private static boolean commands(char c) {
    return (c >= 0x7f && c <= 0x9f)
        || c == 0x61c
        || c == 0x200e
        || c == 0x200f
        || (c >= 0x202a && c <= 0x202e)
        || (c >= 0x2066 && c <= 0x2069);
  }

  /**
   * Reads a record, an array of them, or any {@link java.util.Map} or {@link java.util.List};
   * unknown members are ignored.
   *
   * @throws IllegalArgumentException when the text is not JSON of that shape; the message says what
   *     and where
   */
  public static <T> T read(String json, Class<T> type) {
    try {
      return value(new GsonTokens(json), type);
    } catch (IOException | IllegalStateException e) {
      throw new IllegalArgumentException(GsonTokens.reason(e), e);
    }
  }

  /**
   * Reads a record in UTF-8 from a stream, as above, without a copy of the whole.
   *
   * @param longest the most characters of a text
   */
  public static <T> T read(InputStream json, int longest, Class<T> type) {
    JsonFactory limited =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxStringLength(longest)
                    .maxTokenCount(MOST_TOKENS)
                    .build())
            .build();
    try (JsonParser parser = limited.createParser(ObjectReadContext.empty(), json)) {
      return value(new JacksonTokens(parser), type);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(e.getOriginalMessage() + place(e.getLocation()), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static <T> T value(Tokens json, Class<T> type) throws IOException {
    boolean found = json.first();
    if (!found || json.kind() == Tokens.Kind.NULL) {
      throw new IllegalArgumentException(
          (found ? "null" : "nothing") + " is not a " + type.getSimpleName());
    }
    T value = Objects.requireNonNull(type.cast(new ValueReader(json).read(type)));
    if (!json.atEnd()) {
      throw new IllegalArgumentException("unexpected text after the end" + json.place());
    }
    return value;
  }

  static String place(@Nullable TokenStreamLocation at) {
    return at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }

  private static String write(Object value, ObjectWriteContext context) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(context, text)) {
      new ValueWriter(generator).write(value);
    }
    return text.toString();
  }

  private static final class Pretty extends ObjectWriteContext.Base {
    @Override
    public PrettyPrinter getPrettyPrinter() {
      Separators separators =
          Separators.createDefaultInstance()
              .withObjectNameValueSpacing(Separators.Spacing.AFTER)
              .withObjectEmptySeparator("")
              .withArrayEmptySeparator("");
      DefaultPrettyPrinter printer = new DefaultPrettyPrinter(separators);
      DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
      printer.indentArraysWith(indenter);
      printer.indentObjectsWith(indenter);
      return printer;
    }

    @Override
    public boolean hasPrettyPrinter() {
      return true;
    }
  }
}
