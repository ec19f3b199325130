package dev.otters.executor.system.machine;

import dev.otters.executor.SandboxUser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs that start bubblewrap on this machine.
 *
 * @param bwrap bubblewrap's program
 * @param version such as {@code 0.8.0}
 * @param setpriv the program with which root becomes another user
 * @param unshare the program with which another user leaves the machine's mounts
 * @param root whether the daemon runs as root
 */
public record Launcher(Path bwrap, String version, Path setpriv, Path unshare, boolean root) {
  /** The options that separate a sandbox from the machine and take its privileges away. */
  public static final List<String> ISOLATION =
      List.of(
          "--unshare-user",
          "--unshare-ipc",
          "--unshare-pid",
          "--unshare-net",
          "--unshare-uts",
          "--unshare-cgroup",
          "--disable-userns",
          "--cap-drop",
          "ALL",
          "--new-session",
          "--die-with-parent");

  /**
   * Returns the command that starts bubblewrap as a user, without options.
   *
   * <p>Root first becomes the user for good. An ordinary user first leaves the machine's mounts:
   * bubblewrap still follows them, and a later mount below a read-only folder would be writable to
   * the agent. Root has left them before.
   */
  public List<String> command(SandboxUser user) {
    List<String> command = new ArrayList<>(as(user));
    if (!root) {
      command.addAll(
          List.of(
              unshare.toString(),
              "--user",
              "--map-current-user",
              "--mount",
              "--propagation",
              "private"));
    }
    command.add(bwrap.toString());
    return command;
  }

  /** Returns the command with which root becomes a user for good; empty for other callers. */
  public List<String> as(SandboxUser user) {
    return root
        ? List.of(
            setpriv.toString(),
            "--reuid=" + user.uid(),
            "--regid=" + user.gid(),
            "--clear-groups",
            "--inh-caps=-all",
            "--bounding-set=-all",
            "--no-new-privs")
        : List.of();
  }
}
