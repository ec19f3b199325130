package dev.otters.credentials;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Docker's {@code config.json}, written so that it is whole at any time and stays private. */
record ConfigFile(Path path) {
  private static final long LARGEST = 4 << 20;

  /** Returns the file's object; an empty one where there is no file. */
  Map<String, @Nullable Object> read() {
    try {
      if (Files.size(path) > LARGEST) {
        throw damaged("it is larger than 4 MiB", null);
      }
      Map<String, @Nullable Object> config =
          Json.parse(Files.readAllBytes(path))
              .orElseThrow(() -> damaged("it is no JSON object", null));
      for (String key : Set.of("auths", "credHelpers")) {
        if (config.get(key) != null && Json.object(config, key).isEmpty()) {
          throw damaged("its " + key + " is no object", null);
        }
      }
      return config;
    } catch (NoSuchFileException e) {
      return new LinkedHashMap<>();
    } catch (IOException e) {
      throw damaged("it cannot be read: " + e, e);
    }
  }

  /** Returns the entries by registry; changing them changes nothing but the given object. */
  static Map<String, @Nullable Object> auths(Map<String, @Nullable Object> config) {
    return Json.object(config, "auths").orElseGet(LinkedHashMap::new);
  }

  void write(Map<String, @Nullable Object> config) {
    try {
      Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
      Path folder = target.resolveSibling("");
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Path temporary = folder.resolve("." + target.getFileName() + "-" + UUID.randomUUID());
      try {
        replace(target, temporary, Json.write(config, true));
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException e) {
      throw new CredentialsException(
          "cannot write " + path + ": " + e, "Make its folder writable; nothing was changed.", e);
    }
  }

  /** Returns the error that names the file. */
  CredentialsException damaged(String why, @Nullable Throwable cause) {
    return new CredentialsException(
        "cannot use the credentials in " + path + ": " + why,
        "Correct the file, or move it away and log in again.",
        cause);
  }

  private static void replace(Path target, Path temporary, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            temporary,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      ByteBuffer rest = ByteBuffer.wrap(content);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
    Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
  }
}
