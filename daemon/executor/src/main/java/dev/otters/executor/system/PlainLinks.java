package dev.otters.executor.system;

import dev.otters.executor.BinMount;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.root.TreeRemover;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Makes links in an agent's root where a sandbox would have mounts. The agent must not run.
 *
 * @param root the agent's root on this machine
 */
record PlainLinks(Path root) {
  private static final List<String> HOLDERS =
      List.of("/workspace/", "/home/", "/tmp/", "/var/lib/", "/memory/");

  /**
   * Fills {@code usr/bin} anew, with a link for each tool to the file that {@code opt/bins} names.
   *
   * @param tools the folder of each tool's image
   */
  void tools(Map<BinMount, Path> tools) {
    Path folder = root.resolve(PlainPlan.TOOLS);
    try {
      TreeRemover.remove(root.resolve("usr"));
      Files.createDirectories(folder);
      for (Map.Entry<BinMount, Path> tool : tools.entrySet()) {
        String name = tool.getKey().name();
        Path inside = Files.readSymbolicLink(root.resolve("opt/bins").resolve(name));
        Path relative = Path.of(tool.getKey().target()).relativize(inside).normalize();
        Files.createSymbolicLink(folder.resolve(name), tool.getValue().resolve(relative));
      }
    } catch (IOException e) {
      throw failed("link tools into " + folder, e);
    }
  }

  /**
   * Links an operator's file or folder to its target, and replaces an earlier link.
   *
   * @throws ExecutorException UNSUPPORTED when the target is outside the agent's own folders, MOUNT
   *     when a file of the agent is in the way
   */
  void mount(OperatorMount mount) {
    if (HOLDERS.stream().noneMatch(mount.target()::startsWith)) {
      throw new ExecutorException(
          Reason.UNSUPPORTED,
          "without a sandbox nothing can be mounted at " + mount.target(),
          "Choose a target below /workspace.");
    }
    Path place = root.resolve(mount.target().substring(1)).normalize();
    try {
      makeFolders(place, mount);
      if (Files.isSymbolicLink(place)) {
        Files.delete(place);
      } else if (Files.exists(place, LinkOption.NOFOLLOW_LINKS)) {
        throw inTheWay(place, mount);
      }
      Files.createSymbolicLink(place, mount.host());
    } catch (IOException e) {
      throw failed("link " + mount.host() + " to " + place, e);
    }
  }

  private void makeFolders(Path place, OperatorMount mount) throws IOException {
    Path relative = root.relativize(place);
    Path folder = root;
    for (Path name : relative.subpath(0, relative.getNameCount() - 1)) {
      folder = folder.resolve(name);
      if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(folder);
      } else if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
        throw inTheWay(folder, mount);
      }
    }
  }

  private static ExecutorException inTheWay(Path place, OperatorMount mount) {
    return new ExecutorException(
        Reason.MOUNT,
        "cannot prepare " + mount.target() + ": the agent has something else at " + place,
        "Remove what is in the way, or choose another target.");
  }

  private static ExecutorException failed(String what, IOException e) {
    return new ExecutorException(
        Reason.MOUNT,
        "cannot " + what + ": " + e.getMessage(),
        "Free some disk space there, and check that the daemon may write to it.",
        e);
  }
}
