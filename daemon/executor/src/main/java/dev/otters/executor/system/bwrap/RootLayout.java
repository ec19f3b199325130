package dev.otters.executor.system.bwrap;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.Open;
import dev.otters.executor.unpack.UnpackedImages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A root file system made of an image's files, with room for further mounts. A folder that contains
 * a mount is new; all others are the image's own.
 *
 * @param folders new folders, outer ones first
 * @param links symbolic links and their targets
 * @param binds read-only parts of the image
 */
public record RootLayout(List<String> folders, Map<String, String> links, List<Bind> binds) {
  /**
   * Lays out a root.
   *
   * @param image the image's files
   * @param targets absolute paths of mounts
   * @throws ExecutorException IMAGE when a link or file of the image is in the way
   */
  public static RootLayout of(Path image, Set<String> targets) {
    Layout layout = new Layout(targets);
    try {
      layout.lay(image, "");
    } catch (IOException e) {
      throw UnpackedImages.unreadable("the runtime image", image, e);
    }
    return new RootLayout(
        List.copyOf(layout.folders), new LinkedHashMap<>(layout.links), List.copyOf(layout.binds));
  }

  /** Collects the parts of a layout. */
  private static final class Layout {
    private final Set<String> targets;
    private final Set<String> above = new LinkedHashSet<>();
    private final List<String> folders = new ArrayList<>();
    private final Map<String, String> links = new LinkedHashMap<>();
    private final List<Bind> binds = new ArrayList<>();

    Layout(Set<String> targets) {
      this.targets = targets;
      for (String target : targets) {
        for (int i = target.indexOf('/', 1); i > 0; i = target.indexOf('/', i + 1)) {
          above.add(target.substring(0, i));
        }
      }
    }

    void lay(Path folder, String at) throws IOException {
      try (Stream<Path> entries = Files.list(folder)) {
        for (Path entry : entries.sorted().toList()) {
          layEntry(entry, at + "/" + entry.getFileName());
        }
      }
    }

    private void layEntry(Path entry, String at) throws IOException {
      if (targets.contains(at)) {
        return;
      }
      boolean link = Files.isSymbolicLink(entry);
      boolean folder = Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
      if (above.contains(at)) {
        checkFolder(at, folder);
        folders.add(at);
        lay(entry, at);
      } else if (link) {
        links.put(at, Files.readSymbolicLink(entry).toString());
      } else if (folder || Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)) {
        binds.add(bind(entry, at));
      }
    }

    private static void checkFolder(String at, boolean folder) {
      if (!folder) {
        throw new ExecutorException(
            Reason.IMAGE,
            "the runtime image has a link or file at " + at + ", where a folder must be",
            "Use a runtime image in which " + at + " is a folder or missing.");
      }
    }
  }

  /** Returns a read-only bind of a file or folder as it is now. */
  public static Bind bind(Path source, String target) throws IOException {
    try (Fd file = Fd.open(source, Open.HANDLE)) {
      FileStat.FileId id = file.stat().id();
      return new Bind(source, target, true, id);
    }
  }
}
