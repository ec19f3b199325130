package dev.otters.executor.system;

import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxKey.Purpose;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.system.bwrap.RootLayout;
import dev.otters.executor.system.bwrap.SeccompFilter;
import dev.otters.executor.system.process.StateFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The state of a home's sandboxes, one folder each, and the files that all of them share.
 *
 * @param script the supervisor's program
 * @param once the supervisor's program for a run
 * @param empty an empty file that hides others
 */
record SystemState(Path folder, Path script, Path once, Bind empty) {
  private static final String UUIDS = "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}";

  /** The name of a sandbox's folder; one without an owner belongs to an agent. */
  private static final Pattern SANDBOX =
      Pattern.compile("(?<id>" + UUIDS + ")([.](?<owner>" + UUIDS + "))?");

  private static final String SCRIPT = "supervise.sh";

  /**
   * Opens the folder with the state, creates it if necessary, and removes what an earlier daemon
   * did not finish.
   */
  static SystemState open(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      var closed =
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
      Files.createDirectory(folder, closed);
    }
    TreeRemover.sweep(folder);
    for (Path unfinished : entries(folder)) {
      if (String.valueOf(unfinished.getFileName()).startsWith(".new-")) {
        TreeRemover.remove(unfinished);
      }
    }
    Path script = folder.resolve(SCRIPT);
    install(script);
    Path once = folder.resolve("once.sh");
    install(once);
    install(folder.resolve("confine.sh"));
    Path empty = folder.resolve("empty");
    replace(empty, new byte[0]);
    Files.setPosixFilePermissions(empty, PosixFilePermissions.fromString("r--r--r--"));
    return new SystemState(folder, script, once, RootLayout.bind(empty, "/proc/keys"));
  }

  static void install(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    try (InputStream program = SystemState.class.getResourceAsStream(name)) {
      if (program == null) {
        throw new FileNotFoundException(name);
      }
      replace(file, program.readAllBytes());
    }
  }

  /**
   * Replaces a whole file, since running sandboxes may still read the old one. A file with the same
   * content stays, so that the daemon also starts on a full disk.
   */
  private static void replace(Path file, byte[] content) throws IOException {
    if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
        && Arrays.equals(Files.readAllBytes(file), content)) {
      return;
    }
    Path fresh = file.resolveSibling(".new-" + UUID.randomUUID());
    Files.write(fresh, content);
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
  }

  private static List<Path> entries(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  Map<SandboxKey, StateFolder> sandboxes() throws IOException {
    Map<SandboxKey, StateFolder> found = new HashMap<>();
    for (Path entry : entries(folder)) {
      Matcher name = SANDBOX.matcher(String.valueOf(entry.getFileName()));
      if (name.matches()) {
        UUID id = UUID.fromString(name.group("id"));
        String owner = name.group("owner");
        SandboxKey key =
            owner == null
                ? SandboxKey.ofAgent(id)
                : new SandboxKey(id, UUID.fromString(owner), Purpose.TOOL);
        found.put(key, new StateFolder(entry));
      }
    }
    return found;
  }

  /** Creates the folder of a new sandbox. There must be none with its key. */
  StateFolder create(SandboxKey key) throws IOException {
    String generation = UUID.randomUUID().toString().replace("-", "");
    String name = key.isAgent() ? "" + key.id() : key.id() + "." + key.owner();
    return StateFolder.create(folder.resolve(name), generation, SeccompFilter.ofThisMachine());
  }
}
