package dev.otters.api;

import static java.util.Objects.requireNonNull;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import java.io.IOException;
import java.io.StringReader;
import java.math.BigInteger;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values in a text, read by Gson. Jackson's parser initializes {@link java.math.BigDecimal},
 * which takes 10 ms in Java 25: every command that asks the daemon would take that much longer.
 */
final class GsonTokens implements Tokens {
  private static final int DEEPEST = 500;
  private static final int LONGEST_NUMBER = 1000;

  private final JsonReader json;
  private Kind kind = Kind.NULL;
  private String name = "";

  /** The characters of a TEXT or a NUMBER. */
  private @Nullable String scalar;

  GsonTokens(String text) {
    json = new JsonReader(new StringReader(text));
    json.setStrictness(Strictness.STRICT);
    json.setNestingLimit(DEEPEST);
  }

  @Override
  public boolean first() throws IOException {
    return !atEnd() && enter();
  }

  @Override
  public boolean nextMember() throws IOException {
    if (!json.hasNext()) {
      json.endObject();
      return false;
    }
    name = json.nextName();
    return enter();
  }

  @Override
  public boolean nextElement() throws IOException {
    if (!json.hasNext()) {
      json.endArray();
      return false;
    }
    name = "";
    return enter();
  }

  private boolean enter() throws IOException {
    kind =
        switch (json.peek()) {
          case BEGIN_OBJECT -> {
            json.beginObject();
            yield Kind.OBJECT;
          }
          case BEGIN_ARRAY -> {
            json.beginArray();
            yield Kind.ARRAY;
          }
          case BOOLEAN -> json.nextBoolean() ? Kind.TRUE : Kind.FALSE;
          case NULL -> {
            json.nextNull();
            yield Kind.NULL;
          }
          case NUMBER -> {
            scalar = json.nextString();
            yield Kind.NUMBER;
          }
          default -> {
            scalar = json.nextString();
            yield Kind.TEXT;
          }
        };
    return true;
  }

  @Override
  public boolean atEnd() throws IOException {
    return json.peek() == JsonToken.END_DOCUMENT;
  }

  @Override
  public Kind kind() {
    return kind;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void skip() throws IOException {
    if (kind == Kind.OBJECT) {
      while (nextMember()) {
        skip();
      }
    } else if (kind == Kind.ARRAY) {
      while (nextElement()) {
        skip();
      }
    }
  }

  @Override
  public String text() {
    return requireNonNull(scalar);
  }

  @Override
  public byte[] bytes() {
    return Base64.getDecoder().decode(text());
  }

  @Override
  public Number number() {
    String digits = text();
    if (digits.length() > LONGEST_NUMBER) {
      throw new IllegalArgumentException(
          "a number of more than " + LONGEST_NUMBER + " characters" + place());
    }
    if (digits.indexOf('.') >= 0 || digits.indexOf('e') >= 0 || digits.indexOf('E') >= 0) {
      return Double.valueOf(digits);
    }
    BigInteger whole = new BigInteger(digits);
    if (whole.bitLength() < Integer.SIZE) {
      return whole.intValue();
    }
    return whole.bitLength() < Long.SIZE ? (Number) whole.longValue() : whole;
  }

  @Override
  public String place() {
    return place(json.toString());
  }

  /** Returns what Gson says of malformed text: its first sentence, and the place in our words. */
  static String reason(Exception failure) {
    String message = String.valueOf(failure.getMessage());
    int at = message.indexOf(" at line ");
    return at < 0 ? message : message.substring(0, at) + place(message.substring(at));
  }

  private static String place(String text) {
    Matcher place = Pattern.compile("line (\\d+) column (\\d+)").matcher(text);
    return place.find() ? " (line " + place.group(1) + ", column " + place.group(2) + ")" : "";
  }
}
