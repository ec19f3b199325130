package dev.otters.oci.agent;

import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;
import java.util.Optional;

/** Writes the untrusted files of a skill into a folder of its own: regular files and no links. */
final class SkillUnpacking {
  private final DataFile skill;
  private final Path folder;

  /**
   * @param skill the skill of an image
   * @param folder the new folder
   */
  SkillUnpacking(DataFile skill, Path folder) {
    this.skill = skill;
    this.folder = folder;
  }

  void from(OciStore store) throws IOException {
    create(folder);
    try (InputStream in = store.open(skill.content().digest());
        DigestInputStream checked = new DigestInputStream(in, Digest.sha256())) {
      unpack(
          TarReader.plain(
              checked,
              "skill " + skill.name(),
              new TarBudget(2L * SkillFolder.MOST_FILES, 2 * SkillFolder.LARGEST)));
      checked.transferTo(OutputStream.nullOutputStream());
      if (!Digest.ofHash(checked.getMessageDigest().digest()).equals(skill.content().digest())) {
        throw invalid("was changed in the image store");
      }
    }
    if (!Files.isRegularFile(folder.resolve(SkillManual.FILE))) {
      throw invalid("has no " + SkillManual.FILE);
    }
  }

  private void unpack(TarReader tar) throws IOException {
    int files = 0;
    for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
      TarEntry entry = next.get();
      switch (entry.kind()) {
        case FOLDER -> {} // The folders of files are created with them.
        case FILE -> {
          if (++files > SkillFolder.MOST_FILES) {
            throw invalid("has more than " + SkillFolder.MOST_FILES + " files");
          }
          file(entry, tar);
        }
        case SYMBOLIC_LINK, HARD_LINK, OTHER ->
            throw invalid("has something that is not a regular file");
      }
    }
  }

  private void file(TarEntry entry, TarReader tar) throws IOException {
    if (entry.name().isEmpty() || entry.name().split("/", -1).length > SkillFolder.DEEPEST) {
      throw invalid("has a file without a name, or more than 16 folders deep");
    }
    try {
      Path path = folder.resolve(entry.name());
      parents(path.resolve("..").normalize());
      try (OutputStream out = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW)) {
        tar.copyTo(out);
      }
      Files.setPosixFilePermissions(
          path, PosixFilePermissions.fromString(entry.executable() ? "rwxr-xr-x" : "rw-r--r--"));
    } catch (InvalidPathException e) {
      throw invalid("has a file whose name cannot be stored: " + e.getReason());
    } catch (FileAlreadyExistsException _) {
      throw invalid("has two files of one name");
    }
  }

  /** Creates missing folders above a file, down from the folder of the skill. */
  private void parents(Path parent) throws IOException {
    if (!Files.isDirectory(parent)) {
      parents(parent.resolve("..").normalize());
      create(parent);
    }
  }

  private static void create(Path folder) throws IOException {
    Files.createDirectory(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  private OciException invalid(String why) {
    return new OciException(
        Reason.INVALID_IMAGE,
        "the skill " + skill.name() + " " + why,
        "Build the image again from its Agentfile, or get it from another source.");
  }
}
