package dev.otters.cli.local;

import dev.otters.api.tar.TarEntry;
import dev.otters.api.tar.TarEntry.Kind;
import dev.otters.api.tar.TarIn;
import dev.otters.api.tar.TarOut;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Packs files of this machine into a tar, and unpacks a tar that an agent may have made. */
public final class LocalFiles {
  private static final String MODE = "unix:mode";
  private static final int OWNER = 0700;

  /** Only the owner may write to what is unpacked. */
  private static final int MODES = 0755;

  private LocalFiles() {}

  /**
   * Packs a file or folder. The first entry has the name {@code .}. Links stay links.
   *
   * @param lost receives each path that cannot be read or changes meanwhile, and the reason
   * @param left receives each path that cannot be in a tar, and what it is
   * @throws IOException when the first file cannot be read, or writing fails
   */
  public static void pack(
      Path root, OutputStream out, BiConsumer<Path, String> lost, BiConsumer<Path, String> left)
      throws IOException {
    TarOut tar = new TarOut(out);
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            tar.add(entry(Kind.FOLDER, name(folder) + "/", "", folder, attributes));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (file.equals(root) || !(e instanceof FileSystemException)) {
              throw e;
            }
            lost.accept(file, e instanceof AccessDeniedException ? "permission denied" : "" + e);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            try {
              add(file, attributes);
              return FileVisitResult.CONTINUE;
            } catch (FileSystemException e) {
              return visitFileFailed(file, e);
            }
          }

          private void add(Path file, BasicFileAttributes attributes) throws IOException {
            if (attributes.isSymbolicLink()) {
              String target = RawPath.bytes(Files.readSymbolicLink(file));
              tar.add(entry(Kind.LINK, name(file), target, file, attributes));
            } else if (attributes.isRegularFile()) {
              try (InputStream in = Files.newInputStream(file)) {
                if (!tar.add(entry(Kind.FILE, name(file), "", file, attributes), in::read)) {
                  lost.accept(file, "changed while it was read");
                }
              }
            } else {
              left.accept(file, "a socket, pipe or device");
            }
          }

          private String name(Path file) {
            return file.equals(root) ? "." : "./" + RawPath.bytes(root.relativize(file));
          }
        });
    tar.finish();
  }

  private static TarEntry entry(
      Kind kind, String name, String target, Path file, BasicFileAttributes attributes)
      throws IOException {
    int mode = (int) Files.getAttribute(file, MODE, LinkOption.NOFOLLOW_LINKS) & 0777;
    long size = kind == Kind.FILE ? attributes.size() : 0;
    long modified = attributes.lastModifiedTime().to(TimeUnit.SECONDS);
    return new TarEntry(kind, name, target, size, mode, modified);
  }

  /**
   * Unpacks a tar. Nothing is written outside of the target: no link below it is followed.
   *
   * @param local the path to write to; if it is a folder, the first entry is unpacked into it
   * @param strip whether the entries begin with the name of the first one; else the target is the
   *     folder for all of them
   * @throws IOException when the tar is damaged or hostile, or a file cannot be written
   */
  public static void unpack(InputStream in, Path local, boolean strip) throws IOException {
    TarIn tar = new TarIn(in);
    @Nullable Path root = null;
    for (var next = tar.next(); next.isPresent(); next = tar.next()) {
      List<String> path = next.get().path();
      if (strip && path.isEmpty()) {
        throw new IOException("the tar has an entry without a name");
      }
      if (root == null) {
        root =
            strip && Files.isDirectory(local) ? local.resolve(RawPath.of(path.getFirst())) : local;
      }
      Path target = root;
      for (String part : strip ? path.subList(1, path.size()) : path) {
        requireFolder(target);
        target = target.resolve(RawPath.of(part));
      }
      unpack(next.get(), tar, target, target.equals(local));
    }
  }

  private static void requireFolder(Path folder) throws IOException {
    if (!isFolder(folder)) {
      throw new IOException("cannot write below " + folder + ": it is not a folder");
    }
  }

  private static void unpack(TarEntry entry, TarIn tar, Path target, boolean given)
      throws IOException {
    switch (entry.kind()) {
      case FOLDER -> {
        if (!(given ? Files.isDirectory(target) : isFolder(target))) {
          Files.createDirectory(target);
          permit(target, entry.mode() | OWNER);
        }
      }
      case FILE -> place(target, temporary -> write(entry, tar, temporary));
      case LINK ->
          place(
              target,
              temporary -> {
                var _ = Files.createSymbolicLink(temporary, RawPath.of(entry.target()));
              });
      case HARD_LINK, OTHER ->
          throw new IOException("the tar contains " + entry.name() + ", a hard link or a device");
    }
  }

  private static boolean isFolder(Path path) {
    return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
  }

  private interface Maker {
    void make(Path temporary) throws IOException;
  }

  private static void place(Path target, Maker maker) throws IOException {
    if (isFolder(target)) {
      throw new IOException("cannot replace the folder " + target + " with a file");
    }
    Path temporary = target.resolveSibling(".otters-cp-" + UUID.randomUUID());
    try {
      maker.make(temporary);
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      var _ = Files.deleteIfExists(temporary);
    }
  }

  private static void write(TarEntry entry, TarIn tar, Path file) throws IOException {
    try (OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      tar.copyTo(out);
    }
    permit(file, entry.mode());
    var _ = Files.setLastModifiedTime(file, FileTime.from(entry.modified(), TimeUnit.SECONDS));
  }

  private static void permit(Path path, int mode) throws IOException {
    var _ = Files.setAttribute(path, MODE, mode & MODES);
  }
}
