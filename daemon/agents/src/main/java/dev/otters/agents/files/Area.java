package dev.otters.agents.files;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Name;
import java.util.List;

/**
 * A folder, or a mounted file, of the machine that an agent sees.
 *
 * @param target the parts of its path in the sandbox
 * @param root a handle, opened with the daemon's rights
 * @param user the user on the disk whose rights the agent has in it
 */
record Area(List<Name> target, Fd root, boolean readOnly, SandboxUser user) {
  boolean holds(List<Name> path) {
    return path.size() >= target.size() && path.subList(0, target.size()).equals(target);
  }
}
