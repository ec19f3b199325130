package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Unpacked Debian packages, fetched by {@code gradle/debian.sh}. */
record DebianPackages(Path folder) {

  /** Fetches packages and unpacks them below {@code folder}. Needs apt and a reachable mirror. */
  static DebianPackages fetch(Path script, Path folder, List<String> names) throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString(), folder.toString()));
    command.addAll(names);
    Command.run(command);
    return new DebianPackages(folder);
  }

  /** Returns the path of a file of an unpacked package; {@code file} is relative to {@code /}. */
  Path file(String name, String file) {
    return folder.resolve(name).resolve(file);
  }

  /** Returns the version of a package. */
  String version(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".version")).strip();
  }
}
