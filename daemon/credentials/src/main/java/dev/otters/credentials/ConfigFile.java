package dev.otters.credentials;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Docker's {@code config.json}. Writes replace the whole file atomically, and only its owner may
 * read it.
 */
record ConfigFile(Path path) {
  private static final long LARGEST = 4 << 20;
  private static final int MOST_LINKS = 40;
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(30);
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
  private static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  /** Returns the file's JSON object; an empty one if the file is missing or empty. */
  Map<String, @Nullable Object> read() {
    try {
      if (Files.size(path) > LARGEST) {
        throw damaged("it is larger than 4 MiB", null);
      }
      if (!Files.isRegularFile(path)) {
        throw damaged("it is not a regular file", null);
      }
      byte[] content = Files.readAllBytes(path);
      return content.length == 0 ? new LinkedHashMap<>() : checked(content);
    } catch (NoSuchFileException e) {
      return new LinkedHashMap<>();
    } catch (IOException e) {
      throw damaged("it cannot be read: " + Shown.of(e), e);
    }
  }

  private Map<String, @Nullable Object> checked(byte[] content) {
    Map<String, @Nullable Object> config =
        Json.parse(content).orElseThrow(() -> damaged("it is not a JSON object", null));
    for (String key : Set.of("auths", "credHelpers")) {
      if (config.get(key) != null && Json.object(config, key).isEmpty()) {
        throw damaged("its " + key + " is not an object", null);
      }
    }
    return config;
  }

  /** Returns the entries by registry. Changing them changes the given object only, not the file. */
  static Map<String, @Nullable Object> auths(Map<String, @Nullable Object> config) {
    return Json.object(config, "auths").orElseGet(LinkedHashMap::new);
  }

  /**
   * Changes the entries by registry. A lock file keeps other processes that call this method out.
   *
   * @param change returns whether it changed anything; if not, nothing is written
   */
  boolean change(Predicate<Map<String, @Nullable Object>> change) {
    return change.test(auths(read())) && changeAlone(change);
  }

  private boolean changeAlone(Predicate<Map<String, @Nullable Object>> change) {
    try {
      Path target = target();
      Files.createDirectories(target.resolveSibling(""), PRIVATE_FOLDER);
      return new FileLocked(beside(target, ".lock"), PRIVATE, LONGEST_WAIT)
          .run(
              () -> {
                Map<String, @Nullable Object> config = read();
                Map<String, @Nullable Object> auths = auths(config);
                boolean changed = change.test(auths);
                if (changed) {
                  config.put("auths", auths);
                  replace(target, Json.write(config, true));
                }
                return changed;
              });
    } catch (IOException e) {
      throw new CredentialsException(
          "cannot write " + path + ": " + Shown.of(e),
          "Make its folder writable and free some space.",
          e);
    }
  }

  /** Returns an error that names the file. */
  CredentialsException damaged(String why, @Nullable Throwable cause) {
    return new CredentialsException(
        "cannot use the credentials in " + path + ": " + why,
        "Correct the file, or move it away and log in again.",
        cause);
  }

  /** Follows all links and returns the file, which need not exist. */
  private Path target() throws IOException {
    Path target = path.toAbsolutePath();
    for (int i = 0; Files.isSymbolicLink(target); i++) {
      if (i == MOST_LINKS) {
        throw new IOException("it is a link that leads to itself");
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    return target;
  }

  private static Path beside(Path target, String ending) {
    return target.resolveSibling("." + target.getFileName() + ending);
  }

  /**
   * Replaces the file. Callers hold the lock, so a temporary file that already exists belongs to a
   * process that was killed.
   */
  private static void replace(Path target, byte[] content) throws IOException {
    Path temporary = beside(target, ".new");
    Files.deleteIfExists(temporary);
    try {
      write(temporary, content);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }

  private static void write(Path file, byte[] content) throws IOException {
    Set<StandardOpenOption> fresh = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, fresh, PRIVATE)) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
  }
}
