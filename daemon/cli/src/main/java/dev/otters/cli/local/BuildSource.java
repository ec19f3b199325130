package dev.otters.cli.local;

import dev.otters.cli.command.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** The source of {@code build} and {@code run}. */
public sealed interface BuildSource {
  /** Returns the name of the Agentfile within the build context. */
  String file();

  /** Returns the name of an image without a NAME; empty when there is no default. */
  Optional<String> usualName();

  /**
   * A folder with an Agentfile.
   *
   * @param folder the root of the build context
   * @param agentfile the Agentfile, in the folder or not
   */
  record Folder(Path folder, Path agentfile) implements BuildSource {
    @Override
    public String file() {
      return agentfile.startsWith(folder)
          ? folder.relativize(agentfile).toString()
          : String.valueOf(agentfile.getFileName());
    }

    /** Returns the stem of {@code NAME.agentfile}, or the folder's name, as Compose does. */
    @Override
    public Optional<String> usualName() {
      String name = String.valueOf(agentfile.getFileName());
      String told =
          isSuffixed(name)
              ? name.substring(0, name.length() - SUFFIX.length())
              : String.valueOf(folder.toAbsolutePath().normalize().getFileName());
      String plain =
          told.toLowerCase(Locale.ROOT)
              .replaceAll("[^a-z0-9._-]+|[._-]{2,}", "-")
              .replaceAll("^[._-]+", "");
      String shortened = plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
      return Optional.of(shortened.replaceAll("[._-]+$", "")).filter(text -> !text.isEmpty());
    }
  }

  /** An Agentfile from standard input, without any other file. */
  final class Text implements BuildSource {
    private final byte[] agentfile;

    Text(byte[] agentfile) {
      this.agentfile = agentfile;
    }

    @Override
    public String file() {
      return NAME;
    }

    @Override
    public Optional<String> usualName() {
      return Optional.empty();
    }

    byte[] bytes() {
      return agentfile.clone();
    }
  }

  /** The usual name of an Agentfile. */
  String NAME = "Agentfile";

  /** The suffix of other Agentfiles. */
  String SUFFIX = ".agentfile";

  /** The length limit of a name. */
  int LONGEST_NAME = 63;

  /**
   * Returns whether a word names a build source: {@code -}, a path, an existing folder or an
   * Agentfile.
   */
  static boolean isPath(String word, UserPaths places) {
    if (word.matches("-|~|\\.{1,2}") || word.matches("(?s)(\\.{1,2}|~)?/.*")) {
      return true;
    }
    if (word.isEmpty()) {
      return false;
    }
    Path path = places.folder().resolve(word);
    return Files.isDirectory(path) || (Files.isRegularFile(path) && isAgentfile(path));
  }

  /**
   * Finds a build source.
   *
   * @param file the value of {@code -f}, empty for the folder's own Agentfile
   */
  static BuildSource of(String word, Optional<String> file, UserPaths places, InputStream in) {
    if (word.equals("-")) {
      return text(file, in);
    }
    Path path = places.resolve(word);
    if (!Files.exists(path)) {
      throw UsageException.of(
          path + " does not exist",
          "Give a folder with an Agentfile, an Agentfile, or an image reference.");
    }
    if (!Files.isDirectory(path)) {
      if (file.isPresent()) {
        throw UsageException.of("-f needs a folder, but " + path + " is a file", null);
      }
      if (!Files.isRegularFile(path)) {
        throw UsageException.of(
            path + " is neither a folder nor a regular file",
            "Give - to read an Agentfile from standard input.");
      }
      return new Folder(Objects.requireNonNull(path.getParent()), path);
    }
    if (file.equals(Optional.of("-"))) {
      throw UsageException.of(
          "-f and - exclude each other",
          "Give - instead of PATH to read an Agentfile from standard input.");
    }
    Path agentfile = file.map(places::resolve).orElse(path.resolve(NAME));
    if (!Files.isRegularFile(agentfile)) {
      throw UsageException.of(
          agentfile + " does not exist", "Write an Agentfile there, or name another file with -f.");
    }
    return new Folder(path, agentfile);
  }

  private static Text text(Optional<String> file, InputStream in) {
    if (file.isPresent()) {
      throw UsageException.of("-f and an Agentfile from standard input exclude each other", null);
    }
    try {
      return new Text(in.readNBytes(ContextTar.MOST_TEXT));
    } catch (IOException e) {
      throw UsageException.of("cannot read standard input: " + e.getMessage(), null);
    }
  }

  private static boolean isAgentfile(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.equals(NAME) || name.startsWith(NAME + ".") || isSuffixed(name);
  }

  private static boolean isSuffixed(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(SUFFIX);
  }
}
