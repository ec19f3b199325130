package dev.otters.server.doctor;

import dev.otters.api.system.CheckView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Looks at the home folder and its disk.
 *
 * @param home the folder
 */
record HomeChecks(Path home) {
  private static final long NEEDED = 512L << 20;
  private static final long COMFORTABLE = 3L << 30;
  private static final double GIB = 1L << 30;

  List<CheckView> run() {
    try {
      return List.of(mode(), disk(Files.getFileStore(home).getUsableSpace()));
    } catch (IOException e) {
      return List.of(
          CheckView.problem(
              "home",
              home + " cannot be looked at: " + e.getMessage(),
              "Make it a folder of the daemon's user."));
    }
  }

  private CheckView mode() throws IOException {
    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(home));
    return mode.equals("rwx------")
        ? CheckView.ok("home", home + ", only for its owner")
        : CheckView.problem("home", home + " has the mode " + mode, "chmod 700 " + home);
  }

  CheckView disk(long free) {
    String text = "%.1f GiB free for %s".formatted(free / GIB, home);
    if (free < NEEDED) {
      return CheckView.problem(
          "disk", text, "Make room: images and an agent need at least half a GiB.");
    }
    return free < COMFORTABLE
        ? CheckView.note("disk", text, "Local models need up to 1.5 GiB each.")
        : CheckView.ok("disk", text);
  }
}
