package dev.otters.agents.setup;

import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Tool;
import dev.otters.oci.Digest;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.agent.ContextFile;
import dev.otters.oci.agent.DataFile;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestInputStream;

/**
 * Writes the files in {@code /etc} of an agent, and its skills. They come from its image and its
 * row, without values of ENV.
 */
public record EtcFiles(OciStore store, ToolTexts texts) {
  /** Writes all files into a new folder. */
  void write(Path etc, Agent agent, AgentImage image, AgentPaths paths) throws IOException {
    AgentRoots.createFolder(etc);
    AgentRoots.createFolder(etc.resolve("context"));
    AgentRoots.createFolders(etc, "data/bins");
    for (ContextFile context : image.contexts()) {
      text(etc.resolve("context").resolve(context.name() + ".md"), context.text());
    }
    for (DataFile file : image.files()) {
      copy(file, etc.resolve("data").resolve(file.name()));
    }
    for (Tool tool : agent.spec().tools()) {
      AgentRoots.createFolders(etc, "data/bins/" + tool.name());
      text(
          etc.resolve("data/bins").resolve(tool.name()).resolve("USAGE.md"),
          texts.usage(tool, image));
    }
    text(etc.resolve("Agentfile"), image.agentfile().source());
    text(etc.resolve("agent.yaml"), AgentYaml.of(agent, image, paths));
  }

  /** Writes the skills of an image into a new folder. */
  void skills(Path folder, AgentImage image) throws IOException {
    AgentRoots.createFolder(folder);
    AgentImages images = new AgentImages(store);
    for (DataFile skill : image.skills()) {
      images.unpack(skill, folder.resolve(skill.name()));
    }
  }

  private void copy(DataFile file, Path target) throws IOException {
    try (InputStream in = store.open(file.content().digest());
        DigestInputStream checked = new DigestInputStream(in, Digest.sha256())) {
      Files.copy(checked, target);
      readable(target);
      if (!Digest.ofHash(checked.getMessageDigest().digest()).equals(file.content().digest())) {
        throw new IOException("the data file " + file.name() + " was changed in the image store");
      }
    }
  }

  private static void text(Path file, String content) throws IOException {
    Files.writeString(file, content, StandardOpenOption.CREATE_NEW);
    readable(file);
  }

  private static void readable(Path file) throws IOException {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }
}
