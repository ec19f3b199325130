package dev.otters.oci.agent;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.Descriptor;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Packs a folder with {@code SKILL.md} reproducibly. */
final class SkillFolder {
  static final long LARGEST = 64L << 20;
  static final int MOST_FILES = 2000;
  static final int DEEPEST = 16;

  /** The most skills of an image, and the most bytes of all of them. */
  static final int MOST = 64;

  static final long LARGEST_SUM = 256L << 20;

  private final BuildContext context;
  private final String folder;

  SkillFolder(BuildContext context, String folder) {
    this.context = context;
    this.folder = folder;
  }

  /** Returns the folder of an unpacked skill. */
  static SkillFolder at(Path folder) throws IOException {
    Path parent = folder.resolve("..").normalize();
    return new SkillFolder(new BuildContext(parent), parent.relativize(folder).toString());
  }

  /** Returns what is wrong with the number or the size of an image's skills; empty for nothing. */
  static Optional<String> complaint(Collection<Descriptor> skills) {
    if (skills.size() > MOST) {
      return Optional.of("has more than " + MOST + " skills");
    }
    long sum = skills.stream().mapToLong(Descriptor::size).sum();
    return sum > LARGEST_SUM
        ? Optional.of("has skills of more than 256 MiB in total")
        : Optional.empty();
  }

  /**
   * Writes the files of the folder as a tar, sorted by their relative names.
   *
   * @param name the name of the skill
   * @return the front matter of its {@code SKILL.md}
   * @throws BuildContext.Refused if it is not a skill of this name, or one of its files cannot be
   *     packed
   */
  SkillManual writeTo(OutputStream out, String name) throws BuildContext.Refused, IOException {
    List<String> files = context.filesBelow(folder, MOST_FILES);
    if (!files.contains(SkillManual.FILE)) {
      throw new BuildContext.Refused("has no " + SkillManual.FILE);
    }
    SkillManual manual = SkillManual.of(manual());
    if (!manual.name().equals(name)) {
      throw new BuildContext.Refused(
          "has a %s with the name %s, which must be the name of the SKILL"
              .formatted(SkillManual.FILE, Quoted.of(manual.name())));
    }
    long left = LARGEST;
    TarWriter tar = new TarWriter(out);
    for (String file : files) {
      left -= add(tar, file, left);
    }
    tar.close();
    return manual;
  }

  private byte[] manual() throws BuildContext.Refused, IOException {
    try (BuildContext.Opened file = open(SkillManual.FILE)) {
      return file.stream().readNBytes(SkillManual.LARGEST + 1);
    }
  }

  private long add(TarWriter tar, String name, long left) throws BuildContext.Refused, IOException {
    if (name.split("/", -1).length > DEEPEST) {
      throw new BuildContext.Refused(
          "has the file " + Quoted.of(name) + ", which is more than 16 folders deep");
    }
    try (BuildContext.Opened file = open(name)) {
      byte[] content = file.stream().readNBytes(Math.toIntExact(left) + 1);
      if (content.length > left) {
        throw new BuildContext.Refused("is larger than 64 MiB");
      }
      tar.file(name, file.executable() ? 0755 : 0644, content);
      return content.length;
    }
  }

  private BuildContext.Opened open(String name) throws BuildContext.Refused, IOException {
    try {
      return context.open(folder + "/" + name);
    } catch (BuildContext.Refused e) {
      throw new BuildContext.Refused(
          "has the file " + Quoted.of(name) + ", which " + e.getMessage());
    }
  }
}
