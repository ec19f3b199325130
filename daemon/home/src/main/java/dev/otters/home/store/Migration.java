package dev.otters.home.store;

import dev.otters.home.text.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One step of the schema. Each database applies the steps in order, each once, and records their
 * hashes, so a step must not change after a release. The first is the resource {@code V0001.sql}; a
 * semicolon at the end of a line ends a statement.
 *
 * @param version its number; the numbers start at 1 and have no gaps
 */
record Migration(int version, String sql) {
  static List<Migration> all() {
    List<Migration> found = new ArrayList<>();
    for (String sql; (sql = resource(name(found.size() + 1))) != null; ) {
      found.add(new Migration(found.size() + 1, sql));
    }
    return List.copyOf(found);
  }

  private static String name(int version) {
    return "V%04d.sql".formatted(version);
  }

  String name() {
    return name(version);
  }

  List<String> statements() {
    return sql
        .lines()
        .filter(line -> !line.startsWith("--"))
        .reduce((a, b) -> a + "\n" + b)
        .map(text -> List.of(text.split(";\\s*(\n|$)")))
        .orElse(List.of())
        .stream()
        .filter(statement -> !statement.isBlank())
        .toList();
  }

  String hash() {
    return Sha256.of(sql);
  }

  private static @Nullable String resource(String name) {
    try (InputStream in = Migration.class.getResourceAsStream(name)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
