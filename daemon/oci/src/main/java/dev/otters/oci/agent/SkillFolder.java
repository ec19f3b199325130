package dev.otters.oci.agent;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.tar.TarWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Packs a folder with {@code SKILL.md} reproducibly. */
final class SkillFolder {
  static final long LARGEST = 64L << 20;
  static final int MOST_FILES = 2000;

  private static final String MANUAL = "SKILL.md";

  private final BuildContext context;
  private final String folder;

  SkillFolder(BuildContext context, String folder) {
    this.context = context;
    this.folder = folder;
  }

  /**
   * Writes the files of the folder as a tar, sorted by their relative names.
   *
   * @throws BuildContext.Refused if it is not a skill, or one of its files cannot be packed
   */
  void writeTo(OutputStream out) throws BuildContext.Refused, IOException {
    List<String> files = context.filesBelow(folder, MOST_FILES);
    if (!files.contains(MANUAL)) {
      throw new BuildContext.Refused("has no " + MANUAL);
    }
    long left = LARGEST;
    TarWriter tar = new TarWriter(out);
    for (String name : files) {
      left -= add(tar, name, left);
    }
    tar.close();
  }

  private long add(TarWriter tar, String name, long left) throws BuildContext.Refused, IOException {
    try (BuildContext.Opened file = open(name)) {
      byte[] content = file.stream().readNBytes(Math.toIntExact(left) + 1);
      if (content.length > left) {
        throw new BuildContext.Refused("is larger than 64 MiB");
      }
      if (name.equals(MANUAL) && !Utf8.isValid(content)) {
        throw new BuildContext.Refused("has a " + MANUAL + " that is not UTF-8 text");
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
