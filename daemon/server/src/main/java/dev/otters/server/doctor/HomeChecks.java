package dev.otters.server.doctor;

import dev.otters.api.system.CheckView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

/**
 * Checks the home folder and its disk.
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
              home + " cannot be read: " + e.getMessage(),
              "Use a folder that the daemon's user owns."));
    }
  }

  private CheckView mode() throws IOException {
    String mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(home));
    return mode.equals("rwx------")
        ? CheckView.ok("home", home + ", accessible only to its owner")
        : CheckView.problem(
            "home", home + " has the mode " + mode, "Run 'chmod 700 " + home + "'.");
  }

  CheckView disk(long free) {
    String text = "%.1f GiB free for %s".formatted(free / GIB, home);
    if (free < NEEDED) {
      return CheckView.problem(
          "disk", text, "Free some space. Images and an agent need at least half a GiB.");
    }
    return free < COMFORTABLE
        ? CheckView.note(
            "disk", text, "Free some space before you add local models. Each needs up to 1.5 GiB.")
        : CheckView.ok("disk", text);
  }
}
