package dev.otters.home.store;

import dev.otters.home.store.StoreException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * One step of the schema. Each database applies the steps in order, each once, and records their
 * hashes, so a step must not change after a release. The resource {@code migrations} lists the
 * files, such as {@code V0001__name.sql}; a semicolon at the end of a line ends a statement.
 *
 * @param version its number; the numbers start at 1 and have no gaps
 * @param name the file's name
 */
record Migration(int version, String name, String sql) {
  static List<Migration> all() {
    List<Migration> found = new ArrayList<>();
    for (String name : resource("migrations").lines().toList()) {
      found.add(new Migration(found.size() + 1, name, resource(name)));
    }
    return List.copyOf(found);
  }

  Migration {
    if (!name.startsWith("V%04d__".formatted(version))) {
      throw new StoreException(Reason.STATEMENT, "migration " + name + " is not number " + version);
    }
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
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(sql.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  private static String resource(String name) {
    try (InputStream in = Migration.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new StoreException(
            Reason.STATEMENT, "migration " + name + " is missing from the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
