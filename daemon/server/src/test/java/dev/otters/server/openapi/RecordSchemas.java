package dev.otters.server.openapi;

import dev.otters.api.Inline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes JSON Schemas of the records of dev.otters.api, with the words of their Javadoc. */
final class RecordSchemas {
  private static final Path SOURCES =
      Path.of(System.getProperty("otters.root"), "daemon/api/src/main/java");

  private final Map<String, Path> files = new TreeMap<>();
  private final Map<String, Object> schemas = new TreeMap<>();
  private final Set<String> requests = new TreeSet<>();

  RecordSchemas() {
    try (Stream<Path> found = Files.walk(SOURCES)) {
      found
          .filter(file -> file.toString().endsWith(".java"))
          .forEach(file -> files.put(simple(file), file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String simple(Path file) {
    return file.getFileName().toString().replace(".java", "");
  }

  /** Returns the schemas of all records so far, by their names. */
  Map<String, Object> all() {
    return schemas;
  }

  /** Returns a reference to the schema of a record that clients send. */
  Map<String, Object> request(String record) {
    requests.add(record);
    return answer(record);
  }

  /** Returns a reference to the schema of a record. */
  Map<String, Object> answer(String record) {
    return record.equals("object") ? Map.of("type", "object") : reference(type(record));
  }

  private Class<?> type(String record) {
    Path file = Optional.ofNullable(files.get(record)).orElseThrow(() -> unknown(record));
    String name = SOURCES.relativize(file).toString();
    try {
      return Class.forName(name.substring(0, name.length() - 5).replace('/', '.'));
    } catch (ClassNotFoundException e) {
      throw new LinkageError(name, e);
    }
  }

  private static AssertionError unknown(String record) {
    return new AssertionError(
        "operations.yaml names " + record + ", which is no record of the API");
  }

  private Map<String, Object> reference(Class<?> type) {
    String name = type.getSimpleName();
    if (!schemas.containsKey(name)) {
      schemas.put(name, Map.of());
      schemas.put(name, type.isEnum() ? constants(type) : object(type, requests.contains(name)));
    }
    return Map.of("$ref", "#/components/schemas/" + name);
  }

  private Map<String, Object> constants(Class<?> type) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "string");
    describe(schema, summary(comment(type)));
    schema.put("enum", Stream.of(type.getEnumConstants()).map(Object::toString).toList());
    return schema;
  }

  private Map<String, Object> object(Class<?> type, boolean sent) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    members(type, sent, properties, required);
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    describe(schema, summary(comment(type)));
    schema.put("properties", properties);
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    return schema;
  }

  private void members(
      Class<?> type, boolean sent, Map<String, Object> properties, List<String> required) {
    String comment = comment(type);
    for (RecordComponent component : type.getRecordComponents()) {
      Class<?> plain = component.getType();
      if (component.isAnnotationPresent(Inline.class)) {
        members(plain, sent, properties, required);
        continue;
      }
      if (sent) {
        records(component.getGenericType()).forEach(one -> requests.add(one.getSimpleName()));
      }
      Map<String, Object> schema = new LinkedHashMap<>(schema(component.getGenericType()));
      describe(schema, parameter(comment, component.getName()));
      properties.put(component.getName(), schema);
      boolean absent = sent && (plain.isPrimitive() || plain == List.class || plain == Map.class);
      if (!absent && !component.getAnnotatedType().isAnnotationPresent(Nullable.class)) {
        required.add(component.getName());
      }
    }
  }

  private static Stream<Class<?>> records(Type type) {
    return type instanceof ParameterizedType generic
        ? Stream.of(generic.getActualTypeArguments()).flatMap(RecordSchemas::records)
        : Stream.<Class<?>>of((Class<?>) type).filter(Class::isRecord);
  }

  private Map<String, Object> schema(Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      return generic.getRawType() == List.class
          ? ApiDocument.ordered("type", "array", "items", schema(arguments[0]))
          : ApiDocument.ordered("type", "object", "additionalProperties", schema(arguments[1]));
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord() || plain.isEnum()) {
      return reference(plain);
    }
    return switch (plain.getSimpleName()) {
      case "String" -> Map.of("type", "string");
      case "boolean", "Boolean" -> Map.of("type", "boolean");
      case "int", "Integer" -> ApiDocument.ordered("type", "integer", "format", "int32");
      case "long", "Long" -> ApiDocument.ordered("type", "integer", "format", "int64");
      case "double", "Double" -> Map.of("type", "number");
      case "byte[]" -> ApiDocument.ordered("type", "string", "contentEncoding", "base64");
      case "Object" -> Map.of();
      default -> {
        if (plain != Instant.class) {
          throw new AssertionError("no schema for " + plain);
        }
        yield ApiDocument.ordered("type", "string", "format", "date-time");
      }
    };
  }

  private static void describe(Map<String, Object> schema, String text) {
    if (!text.isEmpty()) {
      schema.put("description", text);
    }
  }

  /** Returns the Javadoc of a type on one line, empty for none. */
  private String comment(Class<?> type) {
    Pattern place =
        Pattern.compile(
            "/\\*\\*((?:(?!\\*/).)*)\\*/\\s*(?:@\\w+(?:\\([^)]*\\))?[^\\n]*\\n)*"
                + "(?:public )?(?:record|enum) "
                + type.getSimpleName()
                + "\\b",
            Pattern.DOTALL);
    try {
      Class<?> file = type.isMemberClass() ? type.getEnclosingClass() : type;
      Matcher found = place.matcher(Files.readString(files.get(file.getSimpleName())));
      return found.find() ? plain(found.group(1)) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String plain(String javadoc) {
    return javadoc
        .replaceAll("\\n\\s*\\*", " ")
        .replaceAll("\\s+", " ")
        .replaceAll("\\{@code ([^}]*(?:\\$\\{\\w+})?[^}]*)}", "`$1`")
        .replaceAll("\\{@link [^ }]*#(\\w+)}", "`$1`")
        .replaceAll("\\{@link (?:[^ }]* )?([^}]*)}", "$1")
        .replace("<p>", "")
        .strip();
  }

  private static String summary(String comment) {
    return comment.replaceFirst("@param.*", "").strip();
  }

  private static String parameter(String comment, String name) {
    Matcher found = Pattern.compile("@param " + name + " (.*?)(?= @param |$)").matcher(comment);
    return found.find() ? found.group(1).strip() : "";
  }
}
