package dev.otters.api;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;

/** Writes values according to their classes. */
final class ValueWriter {
  private final JsonGenerator json;

  ValueWriter(JsonGenerator json) {
    this.json = json;
  }

  void write(@Nullable Object value) {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Record record) {
      writeRecord(record);
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      map.forEach(this::writeMember);
      json.writeEndObject();
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      list.forEach(this::write);
      json.writeEndArray();
    } else if (value instanceof byte[] bytes) {
      json.writeBinary(bytes);
    } else {
      writeScalar(value);
    }
  }

  private void writeRecord(Record record) {
    json.writeStartObject();
    writeMembers(record);
    json.writeEndObject();
  }

  private void writeMembers(Record record) {
    for (RecordShape.Component component : RecordShape.of(record.getClass()).components()) {
      Object value = component.value(record);
      if (component.inlined() != null && value instanceof Record inner) {
        writeMembers(inner);
      } else if (value != null) {
        writeMember(component.name(), value);
      }
    }
  }

  private void writeMember(Object name, @Nullable Object value) {
    json.writeName(name.toString());
    write(value);
  }

  private void writeScalar(Object value) {
    if (value instanceof String || value instanceof Enum<?> || value instanceof Instant) {
      json.writeString(value.toString());
    } else if (value instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (value instanceof Integer || value instanceof Long || value instanceof Short) {
      json.writeNumber(((Number) value).longValue());
    } else if (value instanceof Number) {
      json.writeNumber(value.toString());
    } else {
      throw new IllegalArgumentException(value.getClass().getName() + " has no form in JSON");
    }
  }
}
