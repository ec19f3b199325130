package dev.otters.executor.testkit;

import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import dev.otters.executor.posix.Open;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** Fills folders with content that is hard to remove. */
public final class HostileTree {
  private HostileTree() {}

  /** Makes a chain of nested folders, far longer than any path may be. */
  public static void deep(Path folder, int levels, String name) throws IOException {
    Fd here = Fd.open(folder, Open.HANDLE);
    try {
      for (int i = 0; i < levels; i++) {
        here.createFolder(Name.of(name), 0755);
        Fd next = here.open(Name.of(name), Open.HANDLE);
        here.close();
        here = next;
      }
      here.open(Name.of("bottom"), Open.NEW_FILE).close();
    } finally {
      here.close();
    }
  }

  /** Makes folders without permissions that contain folders and files. */
  public static void closed(Path folder) throws IOException {
    Path inner = Files.createDirectories(folder.resolve("closed/inner"));
    Files.writeString(inner.resolve("file"), "text");
    for (Path each : new Path[] {inner.resolve("file"), inner, inner.getParent()}) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("---------"));
    }
  }

  /** Makes a file and a folder with names that are not UTF-8. */
  public static void misnamed(Path folder) throws IOException, InterruptedException {
    Process shell =
        new ProcessBuilder(
                "sh",
                "-c",
                "n=$(printf 'a\\377\\n\\001'); mkdir \"d$n\"; : >\"d$n/f$n\"; : >\"$n\"")
            .directory(folder.toFile())
            .inheritIO()
            .start();
    if (shell.waitFor() != 0) {
      throw new IOException("cannot make misnamed files in " + folder);
    }
  }
}
