package dev.otters.executor.system;

import dev.otters.executor.SandboxUser;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Knows how bubblewrap is started here.
 *
 * @param bwrap the program
 * @param version such as {@code 0.8.0}
 * @param setpriv the program that gives root away, which is needed only by root
 * @param root whether the daemon is root
 */
record Launcher(Path bwrap, String version, Path setpriv, boolean root) {
  /**
   * Returns the command that starts bubblewrap, without options, as a user. Root becomes him before
   * anything else happens, without a way back.
   */
  List<String> command(SandboxUser user) {
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
    }
    command.add(bwrap.toString());
    return command;
  }
}
