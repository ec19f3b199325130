package dev.otters.acceptance.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The durable files of an agent and the drafts of a session, as the database and the disk have
 * them.
 *
 * @param versions the versions of all files, oldest first
 * @param copies the hashes of the files that sandboxes see, by their paths
 * @param drafts the drafts of the session
 */
record DurableFiles(List<Version> versions, Map<String, String> copies, List<Draft> drafts) {
  /**
   * A version of a file.
   *
   * @param session the session that wrote it; empty for none
   * @param restored the version that it restores; 0 for none
   * @param current whether it is the file's
   * @param written whether the database says that the disk has it
   */
  record Version(
      long key,
      String path,
      String sha256,
      String session,
      long restored,
      boolean current,
      boolean written) {}

  /**
   * A draft.
   *
   * @param source the hash of its durable file when it was copied
   * @param hash the hash of the draft; empty if it is missing
   */
  record Draft(String path, String target, String source, String hash) {}

  /** Reads them from a home and the folder of its only agent. */
  static DurableFiles of(Path home, Path agent, String session) {
    LogFile database = new LogFile(home);
    Path drafts = agent.resolve("workspace/sessions").resolve(session).resolve("drafts");
    return new DurableFiles(
        database.versions(agent.getFileName().toString()),
        copies(agent.resolve("substrate")),
        database.drafts(session, path -> hash(drafts.resolve(path)).orElse("")));
  }

  private static Map<String, String> copies(Path folder) {
    Map<String, String> copies = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      files
          .filter(Files::isRegularFile)
          .forEach(
              file -> copies.put(folder.relativize(file).toString(), hash(file).orElseThrow()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return copies;
  }

  private static Optional<String> hash(Path file) {
    try {
      return Files.exists(file) ? Optional.of(sha256(Files.readAllBytes(file))) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the SHA-256 of a text in hex. */
  static String sha256(String text) {
    return sha256(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String sha256(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
