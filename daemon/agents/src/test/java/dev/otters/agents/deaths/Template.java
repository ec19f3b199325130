package dev.otters.agents.deaths;

import dev.otters.home.store.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** An empty database with its reserve, since making both takes longer than most scenarios. */
final class Template {
  private static final String NAME = "daemon.db";

  private Template() {}

  /** Copies the template into a folder that has no database. */
  static void copyTo(Path folder) throws IOException {
    if (Files.exists(folder.resolve(NAME))) {
      return;
    }
    Path template = made(folder.getParent().resolveSibling("template"));
    Files.copy(template.resolve(NAME), folder.resolve(NAME));
    // No disk is full here, so nobody writes to the reserve.
    Files.createLink(folder.resolve(NAME + "-reserve"), template.resolve(NAME + "-reserve"));
  }

  private static synchronized Path made(Path template) throws IOException {
    if (!Files.exists(template)) {
      Files.createDirectories(template);
      try (Database database = Database.open(template.resolve(NAME))) {
        database.fillReserve();
      }
    }
    return template;
  }

  /** Deletes a folder and what is in it. */
  static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
