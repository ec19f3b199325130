package dev.otters.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Makes a filled record of any type of the API. */
final class Samples {
  private Samples() {}

  /** Returns every public record of the module, read from its compiled classes. */
  static List<Class<?>> records() {
    Path classes =
        Path.of(Json.class.getProtectionDomain().getCodeSource().getLocation().getPath());
    try (Stream<Path> files = Files.walk(classes.resolve("dev/otters/api"))) {
      return files
          .map(file -> classes.relativize(file).toString())
          .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
          .map(name -> load(name.substring(0, name.length() - 6).replace('/', '.')))
          .<Class<?>>map(type -> type)
          .filter(type -> type.isRecord() && Modifier.isPublic(type.getModifiers()))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Object of(Class<?> type) {
    try {
      RecordComponent[] components = type.getRecordComponents();
      Class<?>[] types =
          Stream.of(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
      Object[] values =
          Stream.of(components).map(c -> value(c.getName(), c.getGenericType())).toArray();
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(type.getName(), e);
    }
  }

  private static Object value(String name, Type type) {
    if (type instanceof ParameterizedType generic) {
      Type[] arguments = generic.getActualTypeArguments();
      if (generic.getRawType() == List.class) {
        return List.of(value(name, arguments[0]));
      }
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("z", arguments[1] == Object.class ? List.of(1, "two", true) : "last");
      map.put("a", arguments[1] == Object.class ? Map.of("deep", 1.5) : "first");
      return map;
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord()) {
      return of(plain);
    }
    if (plain.isEnum()) {
      return plain.getEnumConstants()[1];
    }
    return switch (plain.getSimpleName()) {
      case "String" -> name + " \"ö\"\n";
      case "int", "Integer" -> 17;
      case "long", "Long" -> 1L << 40;
      case "double", "Double" -> 1.5;
      case "boolean" -> true;
      case "byte[]" -> new byte[] {1, -2, 3};
      case "Object" -> Map.of("deep", List.of(1, "two"));
      case "Instant" -> Instant.parse("2026-11-22T01:02:03.456789Z");
      default -> throw new AssertionError("no sample for " + type);
    };
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name);
    } catch (ClassNotFoundException e) {
      throw new LinkageError(name, e);
    }
  }
}
