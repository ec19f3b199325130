package dev.otters.images;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Unpacked Debian packages, fetched by {@code gradle/debian.sh}. */
record DebianPackages(Path folder) {

  /** Fetches and unpacks {@code names} below {@code folder}; needs apt and a reachable mirror. */
  static DebianPackages fetch(Path script, Path folder, List<String> names) throws IOException {
    List<String> command = new ArrayList<>(List.of(script.toString(), folder.toString()));
    command.addAll(names);
    Command.run(command);
    return new DebianPackages(folder);
  }

  /** Gives the path of {@code file} (relative to {@code /}) of an unpacked package. */
  Path file(String name, String file) {
    return folder.resolve(name).resolve(file);
  }

  /** Gives the version that Debian gave the package. */
  String version(String name) throws IOException {
    return Files.readString(folder.resolve(name + ".version")).strip();
  }
}
