package dev.otters.protocol;

import java.io.OutputStream;
import java.io.StringWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Writes the members of JSON objects. Invalid Unicode is repaired, never refused. */
final class JsonWriter {
  private final JsonGenerator generator;

  private JsonWriter(JsonGenerator generator) {
    this.generator = generator;
  }

  static void object(OutputStream out, Consumer<JsonWriter> members) {
    try (JsonGenerator generator =
        JsonTree.FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      write(generator, members);
    }
  }

  static String object(Consumer<JsonWriter> members) {
    StringWriter out = new StringWriter();
    try (JsonGenerator generator =
        JsonTree.FACTORY.createGenerator(ObjectWriteContext.empty(), out)) {
      write(generator, members);
    }
    return out.toString();
  }

  private static void write(JsonGenerator generator, Consumer<JsonWriter> members) {
    generator.writeStartObject();
    members.accept(new JsonWriter(generator));
    generator.writeEndObject();
  }

  void text(String name, String value) {
    generator.writeStringProperty(Unicode.mended(name), Unicode.mended(value));
  }

  void text(String name, Optional<String> value) {
    value.ifPresent(text -> text(name, text));
  }

  void constant(String name, Enum<?> value) {
    generator.writeStringProperty(name, value.name().toLowerCase(Locale.ROOT));
  }

  void number(String name, long value) {
    generator.writeNumberProperty(name, value);
  }

  void decimal(String name, double value) {
    generator.writeNumberProperty(name, value);
  }

  void flag(String name, boolean value) {
    generator.writeBooleanProperty(name, value);
  }

  void nothing(String name) {
    generator.writeNullProperty(name);
  }

  void object(String name, Consumer<JsonWriter> members) {
    generator.writeName(name);
    write(generator, members);
  }

  <T> void objects(String name, Collection<T> items, BiConsumer<JsonWriter, T> write) {
    generator.writeName(name);
    generator.writeStartArray();
    items.forEach(item -> write(generator, json -> write.accept(json, item)));
    generator.writeEndArray();
  }

  void texts(String name, List<String> items) {
    generator.writeName(name);
    generator.writeStartArray();
    items.forEach(item -> generator.writeString(Unicode.mended(item)));
    generator.writeEndArray();
  }

  void textMap(String name, Map<String, String> texts) {
    object(name, json -> texts.forEach(json::text));
  }
}
