package dev.otters.api;

import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * The values in a stream, read by Jackson: within limits, and bytes without a copy of their text.
 */
final class JacksonTokens implements Tokens {
  private final JsonParser json;

  JacksonTokens(JsonParser json) {
    this.json = json;
  }

  @Override
  public boolean first() {
    return json.nextToken() != null;
  }

  @Override
  public boolean nextMember() {
    if (json.nextToken() == JsonToken.END_OBJECT) {
      return false;
    }
    json.nextToken();
    return true;
  }

  @Override
  public boolean nextElement() {
    return json.nextToken() != JsonToken.END_ARRAY;
  }

  @Override
  public boolean atEnd() {
    return json.nextToken() == null;
  }

  @Override
  public Kind kind() {
    return switch (json.currentToken()) {
      case START_OBJECT -> Kind.OBJECT;
      case START_ARRAY -> Kind.ARRAY;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> Kind.NUMBER;
      case VALUE_TRUE -> Kind.TRUE;
      case VALUE_FALSE -> Kind.FALSE;
      case VALUE_NULL -> Kind.NULL;
      default -> Kind.TEXT;
    };
  }

  @Override
  public String name() {
    String name = json.currentName();
    return name == null ? "" : name;
  }

  @Override
  public void skip() {
    json.skipChildren();
  }

  @Override
  public String text() {
    return json.getString();
  }

  @Override
  public byte[] bytes() {
    return json.getBinaryValue();
  }

  @Override
  public Number number() {
    return json.getNumberValue();
  }

  @Override
  public String place() {
    return Json.place(json.currentTokenLocation());
  }
}
