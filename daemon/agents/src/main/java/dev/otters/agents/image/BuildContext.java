package dev.otters.agents.image;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.executor.root.TreeRemover;
import dev.otters.home.PrivateFiles;
import dev.otters.oci.OciException;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The files that a client sent for a build, in a folder that closing removes. Links are created
 * after all files, so that no file is written through a link.
 */
public final class BuildContext implements AutoCloseable {
  private static final long MOST_BYTES = 2L << 30;
  private static final long MOST_ENTRIES = 100_000;
  private static final String WHAT = "the build context";

  private final Path folder;

  private BuildContext(Path folder) {
    this.folder = folder;
  }

  /**
   * Unpacks a tar.
   *
   * @param tar the files, plain or gzipped
   * @param parent a private folder, created if missing
   * @return the files; the caller closes them
   * @throws ApiException if the tar is damaged, too large, or contains an entry that a build cannot
   *     use
   */
  public static BuildContext receive(InputStream tar, Path parent) {
    return receive(tar, parent, new TarBudget(MOST_ENTRIES, MOST_BYTES));
  }

  static BuildContext receive(InputStream tar, Path parent, TarBudget budget) {
    BuildContext context = new BuildContext(parent.resolve("context-" + UUID.randomUUID()));
    boolean complete = false;
    try (TarReader reader = TarReader.open(tar, WHAT, budget)) {
      PrivateFiles.createFolder(context.folder);
      context.unpack(reader);
      complete = true;
      return context;
    } catch (OciException | InvalidPathException | FileSystemException e) {
      throw refused(e);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot unpack " + WHAT, e);
    } finally {
      if (!complete) {
        context.close();
      }
    }
  }

  /** Returns the folder with the files. */
  public Path folder() {
    return folder;
  }

  /** Removes the files. */
  @Override
  public void close() {
    try {
      TreeRemover.remove(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + folder, e);
    }
  }

  private void unpack(TarReader reader) throws IOException {
    Map<Path, Path> links = new LinkedHashMap<>();
    for (var next = reader.next(); next.isPresent(); next = reader.next()) {
      TarEntry entry = next.get();
      Path target = folder.resolve(entry.name());
      switch (entry.kind()) {
        case FOLDER -> Files.createDirectories(target);
        case FILE -> file(reader, target, entry.executable());
        case SYMBOLIC_LINK -> links.put(target, Path.of(entry.target()));
        case HARD_LINK -> copy(folder.resolve(entry.target()), target);
        case OTHER -> throw new FileSystemException(entry.name(), null, "is a device or a pipe");
      }
    }
    for (Map.Entry<Path, Path> link : links.entrySet()) {
      Path parent = parent(link.getKey());
      if (isBelow(links.keySet(), parent)) {
        throw new FileSystemException(link.getKey().toString(), null, "lies below a link");
      }
      Files.createDirectories(parent);
      Files.createSymbolicLink(link.getKey(), link.getValue());
    }
  }

  private static boolean isBelow(Set<Path> links, Path path) {
    return Stream.iterate(path, Objects::nonNull, Path::getParent).anyMatch(links::contains);
  }

  private static void file(TarReader reader, Path target, boolean executable) throws IOException {
    Files.createDirectories(parent(target));
    try (OutputStream out = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW)) {
      reader.copyTo(out);
    }
    if (executable) {
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
    }
  }

  private static void copy(Path source, Path target) throws IOException {
    if (!Files.isRegularFile(source, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileSystemException(
          source.toString(), null, "is the target of a link and does not exist");
    }
    Files.createDirectories(parent(target));
    Files.copy(source, target);
  }

  private static Path parent(Path path) {
    Path parent = path.getParent();
    return parent == null ? path : parent;
  }

  private static ApiException refused(Exception cause) {
    String title =
        cause instanceof OciException
            ? String.valueOf(cause.getMessage())
            : WHAT + " contains an unusable entry: " + cause.getMessage();
    return new ApiException(
        Problem.of(ErrorCode.CONTEXT_INVALID, title, "Send a folder of regular files."), cause);
  }
}
