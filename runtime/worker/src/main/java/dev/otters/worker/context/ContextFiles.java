package dev.otters.worker.context;

import dev.otters.protocol.AgentSetup;
import dev.otters.worker.sandbox.SandboxPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * The context files of one start, in the order in which the model reads them.
 *
 * @param files the generated files first, then those of the Agentfile in order of declaration
 */
public record ContextFiles(List<ContextFile> files) {
  public ContextFiles {
    files = List.copyOf(files);
  }

  /** Creates the files of an agent. MOUNTS exists only if something is mounted. */
  public static ContextFiles of(AgentSetup setup, SandboxPaths paths) {
    List<ContextFile> files = new ArrayList<>();
    files.add(
        new ContextFile("AGENT", "Who you are and what you can do.", AgentCard.of(setup, paths)));
    files.add(workspace(""));
    if (!setup.mounts().isEmpty()) {
      files.add(new ContextFile("MOUNTS", "What the operator mounted.", MountList.of(setup)));
    }
    setup.contexts().stream()
        .map(context -> new ContextFile(context.name(), context.description(), context.body()))
        .forEach(files::add);
    files.set(1, workspace(WorkspaceMap.of(setup, paths, files)));
    return new ContextFiles(files);
  }

  private static ContextFile workspace(String body) {
    return new ContextFile("WORKSPACE", "Where everything is.", body);
  }

  /** Returns the system prompt: each non-empty section under its name. */
  public String systemPrompt() {
    List<String> sections = new ArrayList<>();
    for (ContextFile file : files) {
      if (!file.body().isBlank()) {
        StringBuilder section = new StringBuilder("## " + Markdown.inline(file.name()) + "\n\n");
        if (!file.description().isBlank()) {
          section.append("### ").append(Markdown.inline(file.description())).append("\n\n");
        }
        sections.add(section.append(file.body().strip()).toString());
      }
    }
    return String.join("\n\n---\n\n", sections);
  }

  /**
   * Writes the files. Links, folders and other things in their places are replaced or moved aside,
   * never followed.
   *
   * @throws IOException naming the file that cannot be written
   */
  public void writeTo(Path folder) throws IOException {
    for (ContextFile file : files) {
      Path target = folder.resolve(file.fileName());
      try {
        replace(target, file.body());
      } catch (IOException failure) {
        throw new IOException("cannot write " + target + ": " + failure.getMessage(), failure);
      }
    }
  }

  private static void replace(Path target, String body) throws IOException {
    Path fresh = unused(target, ".new");
    Files.writeString(fresh, body, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    if (Files.isDirectory(target, LinkOption.NOFOLLOW_LINKS)) {
      // A rename replaces files and links but not folders.
      Files.move(target, unused(target, ".old"), StandardCopyOption.ATOMIC_MOVE);
    }
    Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path unused(Path target, String suffix) {
    Path candidate = target.resolveSibling("." + target.getFileName() + suffix);
    for (int count = 2; Files.exists(candidate, LinkOption.NOFOLLOW_LINKS); count++) {
      candidate = target.resolveSibling("." + target.getFileName() + suffix + count);
    }
    return candidate;
  }
}
