package dev.otters.cli.local;

import dev.otters.cli.command.UsageException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/**
 * Resolves paths as the user's shell would.
 *
 * @param folder the working folder, absolute
 * @param home the user's own folder
 */
public record UserPaths(Path folder, Path home) {
  /** Resolves the path of a regular file. */
  public Path file(String path) {
    Path file = resolve(path);
    if (!Files.isRegularFile(file)) {
      throw UsageException.of(file + " is not a file", null);
    }
    return file;
  }

  /** Returns an absolute path; a leading {@code ~} is the user's folder. Does not resolve links. */
  public Path resolve(String path) {
    if (path.equals("~") || path.startsWith("~/")) {
      return home.resolve(path.substring(Math.min(2, path.length()))).normalize();
    }
    try {
      return folder.resolve(path).normalize();
    } catch (InvalidPathException e) {
      throw UsageException.of("'" + path + "' is not a path", null);
    }
  }
}
