package dev.otters.agents.substrate;

import dev.otters.agents.setup.AgentRoots;
import dev.otters.executor.posix.Errno;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.PosixException;
import dev.otters.protocol.CrashPoint;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.SubstrateFolder;
import dev.otters.resources.substrate.SubstrateLimits;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The folder {@code substrate} in the root of each agent. It belongs to the daemon. A new file is
 * written beside the folder, where no sandbox sees it, and moved into it.
 *
 * @param roots returns the root of an agent
 */
public record SubstrateDisk(Function<UUID, Path> roots) implements SubstrateFolder {
  private static final Name FRESH = Name.of(".fresh-substrate");
  private static final Name FOLDER = Name.of(AgentRoots.SUBSTRATE);
  private static final int FOLDER_MODE = 0755;
  private static final int FILE_MODE = 0644;

  @Override
  public void create(UUID agent) throws IOException {
    try (Fd root = root(agent)) {
      enter(root, FOLDER).close();
    }
  }

  @Override
  public void write(UUID agent, Map<FilePath, Content> files) throws IOException {
    CrashPoint.at("files-stored");
    Map<List<String>, Fd> folders = new LinkedHashMap<>();
    try (Fd root = root(agent)) {
      for (Map.Entry<FilePath, Content> file : files.entrySet()) {
        List<String> names = file.getKey().names();
        List<String> above = names.subList(0, names.size() - 1);
        if (!folders.containsKey(above)) {
          folders.put(above, folder(root, above));
        }
        write(root, file.getValue());
        root.move(FRESH, folders.get(above), Name.of(names.getLast()));
      }
      for (Fd folder : folders.values()) {
        folder.sync();
      }
    } finally {
      folders.values().forEach(Fd::close);
    }
    CrashPoint.at("files-written");
  }

  @Override
  public Optional<Content> read(UUID agent, FilePath path) throws IOException {
    List<String> names = path.names();
    try (Fd root = root(agent)) {
      Fd here = root.open(FOLDER, Open.HANDLE);
      try {
        for (String name : names.subList(0, names.size() - 1)) {
          Fd next = here.open(Name.of(name), Open.HANDLE);
          here.close();
          here = next;
        }
        try (Fd file = here.open(Name.of(names.getLast()), Open.HANDLE)) {
          return content(file);
        }
      } finally {
        here.close();
      }
    } catch (PosixException e) {
      if (e.is(Errno.ENOENT, Errno.ENOTDIR, Errno.ELOOP)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /**
   * Returns a file with one byte more than allowed if it is too large, which makes it another one;
   * empty for other things.
   */
  private static Optional<Content> content(Fd file) throws IOException {
    if (file.stat().kind() != FileStat.Kind.FILE) {
      return Optional.empty();
    }
    try (Fd open = file.reopen(Open.READ)) {
      return Optional.of(Content.of(open.input().readNBytes(SubstrateLimits.FILE_BYTES + 1)));
    }
  }

  private Fd root(UUID agent) throws PosixException {
    return Fd.open(roots.apply(agent), Open.HANDLE);
  }

  /** Returns the folder with these names, and creates it if it is missing. */
  private static Fd folder(Fd root, List<String> names) throws PosixException {
    Fd here = enter(root, FOLDER);
    for (String name : names) {
      try {
        Fd next = enter(here, Name.of(name));
        here.close();
        here = next;
      } catch (PosixException e) {
        here.close();
        throw e;
      }
    }
    return here;
  }

  private static Fd enter(Fd folder, Name name) throws PosixException {
    try {
      folder.createFolder(name, FOLDER_MODE);
    } catch (PosixException e) {
      if (!e.is(Errno.EEXIST)) {
        throw e;
      }
    }
    return folder.open(name, Open.FOLDER);
  }

  private static void write(Fd root, Content content) throws IOException {
    try {
      root.removeFile(FRESH);
    } catch (PosixException e) {
      if (!e.is(Errno.ENOENT)) {
        throw e;
      }
    }
    try (Fd file = root.open(FRESH, Open.NEW_FILE)) {
      file.chmod(FILE_MODE);
      if (content.size() > 0) {
        OutputStream out = file.output();
        out.write(content.bytes());
        file.sync();
      }
    }
  }
}
