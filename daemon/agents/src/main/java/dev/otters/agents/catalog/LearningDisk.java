package dev.otters.agents.catalog;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.agents.setup.AgentRoots;
import dev.otters.executor.root.TreeRemover;
import dev.otters.resources.learning.LearningFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * The folder {@code learnings} in the root of each agent. It belongs to the daemon. A new file is
 * written beside the folder, where no sandbox sees it, and moved into it.
 *
 * @param roots returns the root of an agent
 */
public record LearningDisk(Function<UUID, Path> roots) implements LearningFolder {
  private static final String FRESH = ".fresh-learnings";

  @Override
  public void create(UUID agent) throws IOException {
    Path folder = folder(agent);
    if (!FreshFile.isFolder(folder)) {
      TreeRemover.remove(folder);
      Files.createDirectory(folder);
    }
    FreshFile.permit(folder);
  }

  @Override
  public void write(UUID agent, Map<String, String> files) throws IOException {
    Path folder = folder(agent);
    if (FreshFile.isFolder(folder)) {
      for (Map.Entry<String, String> file : files.entrySet()) {
        FreshFile.replace(
            folder.resolve(file.getKey()),
            file.getValue().getBytes(UTF_8),
            folder.resolveSibling(FRESH));
      }
    }
  }

  private Path folder(UUID agent) {
    return roots.apply(agent).resolve(AgentRoots.LEARNINGS);
  }
}
