package dev.otters.executor.system.machine;

import dev.otters.executor.SandboxUser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Knows how bubblewrap is started here.
 *
 * @param bwrap the program
 * @param version such as {@code 0.8.0}
 * @param setpriv the program with which root becomes somebody else
 * @param unshare the program with which anybody else leaves the machine's mounts
 * @param root whether the daemon is root
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
   * Returns the command that starts bubblewrap, without options, as a user.
   *
   * <p>Root becomes him before anything else happens, without a way back. An ordinary user leaves
   * the machine's mounts first: bubblewrap itself still follows them, and what is mounted later
   * below a folder that an agent may only read would be writable to it. Root has done that before.
   */
  public List<String> command(SandboxUser user) {
    List<String> command = new ArrayList<>();
    if (root) {
      command.addAll(
          List.of(
              setpriv.toString(),
              "--reuid=" + user.uid(),
              "--regid=" + user.gid(),
              "--clear-groups",
              "--inh-caps=-all",
              "--bounding-set=-all",
              "--no-new-privs"));
    } else {
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
}
