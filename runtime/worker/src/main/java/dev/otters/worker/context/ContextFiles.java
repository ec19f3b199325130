package dev.otters.worker.context;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Block;
import dev.otters.worker.sandbox.SandboxPaths;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The context files of one start, each list in the order in which the model reads it.
 *
 * @param generated the files that this runtime generated
 * @param declared those of the Agentfile, which the daemon adds to the prompt itself
 */
public record ContextFiles(List<ContextFile> generated, List<ContextFile> declared) {
  /** Copies the lists. */
  public ContextFiles {
    generated = List.copyOf(generated);
    declared = List.copyOf(declared);
  }

  /** Creates the files of an agent. MOUNTS exists only if something is mounted. */
  public static ContextFiles of(AgentSetup setup, SandboxPaths paths) {
    List<ContextFile> generated = new ArrayList<>();
    generated.add(
        new ContextFile("AGENT", "Who you are and what you can do.", AgentCard.of(setup, paths)));
    generated.add(workspace(""));
    if (!setup.mounts().isEmpty()) {
      generated.add(new ContextFile("MOUNTS", "What the operator mounted.", MountList.of(setup)));
    }
    List<ContextFile> declared =
        setup.contexts().stream()
            .map(context -> new ContextFile(context.name(), context.description(), context.body()))
            .toList();
    ContextFiles listed = new ContextFiles(generated, declared);
    generated.set(1, workspace(WorkspaceMap.of(setup, paths, listed.files())));
    return new ContextFiles(generated, declared);
  }

  private static ContextFile workspace(String body) {
    return new ContextFile("WORKSPACE", "Where everything is.", body);
  }

  /** Returns all files, the generated ones first. */
  public List<ContextFile> files() {
    return Stream.concat(generated.stream(), declared.stream()).toList();
  }

  /** Returns the sections of the system prompt that this runtime generated. */
  public List<Block> blocks() {
    return generated.stream()
        .map(file -> new Block(file.name(), file.description(), file.body()))
        .toList();
  }

  /**
   * Writes the files. Links, folders and other things in their places are replaced or moved aside,
   * never followed.
   *
   * @throws IOException naming the file that cannot be written
   */
  public void writeTo(Path folder) throws IOException {
    for (ContextFile file : files()) {
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
