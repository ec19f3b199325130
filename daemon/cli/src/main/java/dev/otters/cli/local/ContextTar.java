package dev.otters.cli.local;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Packs a build context: regular files by their path in the folder, in a stable order. A link to a
 * file in the folder is sent as that file. Other links, sockets and devices are left out.
 *
 * <p>An Agentfile that names no file of the context ({@code ADD}, {@code SKILL}, {@code file://})
 * is sent alone, so that an agent can be run from the root of a large project.
 */
public final class ContextTar {
  /**
   * The size limit of an Agentfile from standard input, plus a little, so that the daemon can
   * refuse it.
   */
  static final int MOST_TEXT = (2 << 20) + 1;

  private static final Pattern NAMES_FILES =
      Pattern.compile("(?im)^\\s*(add\\s|skill\\s|\\$\\{)|file://|\\$\\{");

  private final SequencedMap<String, Path> files = new TreeMap<>();
  private final List<String> left = new ArrayList<>();
  private final byte @Nullable [] text;
  private final String agentfile;
  private long size;

  private ContextTar(String agentfile, byte @Nullable [] text) {
    this.agentfile = agentfile;
    this.text = text;
  }

  /**
   * Lists the files to send.
   *
   * @param most the size limit of a context in bytes
   * @throws ApiException when the context is larger
   * @throws IOException when it cannot be read
   */
  public static ContextTar of(BuildSource source, long most) throws IOException {
    return switch (source) {
      case BuildSource.Text text -> new ContextTar(source.file(), text.bytes());
      case BuildSource.Folder folder -> of(folder, most);
    };
  }

  private static ContextTar of(BuildSource.Folder source, long most) throws IOException {
    ContextTar context = new ContextTar(source.file(), null);
    if (Files.size(source.agentfile()) > MOST_TEXT) {
      throw ApiException.of(
          ErrorCode.AGENTFILE_INVALID,
          source.file() + " is larger than 1 MiB",
          "Move its texts to files for CONTEXT or ADD.");
    }
    if (namesFiles(source.agentfile())) {
      context.walk(source.folder(), most);
    }
    context.files.put(source.file().replace(File.separatorChar, '/'), source.agentfile());
    return context;
  }

  /** Returns the paths to send. */
  public List<String> names() {
    return text != null ? List.of(agentfile) : List.copyOf(files.keySet());
  }

  /** Returns the links that are left out because they leave the folder or point to a folder. */
  public List<String> left() {
    return left;
  }

  /** Writes the tar. */
  public void write(OutputStream out) throws IOException {
    TarWriter tar = new TarWriter(out);
    if (text != null) {
      tar.file(agentfile, text);
    }
    for (Map.Entry<String, Path> file : files.entrySet()) {
      tar.file(file.getKey(), file.getValue());
    }
    tar.finish();
  }

  private static boolean namesFiles(Path agentfile) throws IOException {
    try (InputStream in = Files.newInputStream(agentfile)) {
      String text = new String(in.readNBytes(MOST_TEXT), StandardCharsets.ISO_8859_1);
      return NAMES_FILES.matcher(text).find();
    }
  }

  private void walk(Path given, long most) throws IOException {
    // A walk follows no links, not even its start.
    Path folder = given.toRealPath();
    IgnoreRules rules = IgnoreRules.of(folder);
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path path, BasicFileAttributes attributes) {
            boolean skipped = !path.equals(folder) && rules.ignores(name(folder, path));
            return skipped && !rules.mayKeepBelow()
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path path, BasicFileAttributes attributes)
              throws IOException {
            String name = name(folder, path);
            if (!rules.ignores(name)) {
              add(name, path, attributes, folder);
              check(given, most);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void add(String name, Path path, BasicFileAttributes attributes, Path root)
      throws IOException {
    if (attributes.isRegularFile()) {
      files.put(name, path);
      size += attributes.size();
    } else if (attributes.isSymbolicLink()) {
      addLink(name, path, root);
    }
  }

  private void addLink(String name, Path link, Path root) throws IOException {
    Path file = Files.exists(link) ? link.toRealPath() : link;
    if (file.startsWith(root) && Files.isRegularFile(file)) {
      files.put(name, file);
      size += Files.size(file);
    } else {
      left.add(name);
    }
  }

  private void check(Path folder, long most) {
    if (size > most) {
      throw ApiException.of(
          ErrorCode.CONTEXT_TOO_LARGE,
          "the build context " + folder + " is larger than " + most / (1 << 20) + " MiB",
          "Leave out files with " + IgnoreRules.FILE + ", or build from a folder of its own.");
    }
  }

  private static String name(Path folder, Path path) {
    return folder.relativize(path).toString().replace(File.separatorChar, '/');
  }
}
