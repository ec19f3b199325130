package dev.otters.executor.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;

/** Finds bubblewrap for the tests: the machine's own, or the one that the build has fetched. */
public final class Bubblewrap {
  private Bubblewrap() {}

  /** Returns this process's environment with the path of bubblewrap. */
  public static Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.putIfAbsent("OTTERS_BWRAP", Program.PATH);
    return environment;
  }

  /** Found once. Agents' users must reach it, and cannot enter a checkout in /root. */
  private static final class Program {
    static final String PATH = find();

    private static String find() {
      Path own = Path.of("/usr/bin/bwrap");
      return Files.isExecutable(own) ? own.toString() : fetched();
    }

    private static String fetched() {
      try {
        Path binary = DebianPackages.folder("bubblewrap").resolve("usr/bin/bwrap");
        Path folder = Files.createTempDirectory("bubblewrap");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path copy = Files.copy(binary, folder.resolve("bwrap"));
        Files.setPosixFilePermissions(copy, PosixFilePermissions.fromString("rwxr-xr-x"));
        copy.toFile().deleteOnExit();
        folder.toFile().deleteOnExit();
        return copy.toString();
      } catch (IOException e) {
        throw new IllegalStateException("bubblewrap cannot be had", e);
      }
    }
  }
}
