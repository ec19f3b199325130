package dev.otters.executor.mounts;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.posix.Caller;
import dev.otters.executor.posix.FileStat;
import dev.otters.executor.posix.OwnerMap;
import java.util.Optional;

/**
 * The access that a user without capabilities and further groups has to a file or folder, by its
 * owner and mode bits. Access control lists do not count. Nor do the folders above, since a mount
 * begins at the file or folder itself.
 */
public record Access(boolean readable, boolean writable) {
  static Access of(FileStat stat, SandboxUser user) {
    int bits = stat.permissions() & 7;
    if (stat.uid() == user.uid()) {
      bits = stat.permissions() >> 6 & 7;
    } else if (stat.gid() == user.gid()) {
      bits = stat.permissions() >> 3 & 7;
    }
    return stat.isFolder()
        ? new Access((bits & 5) == 5, (bits & 3) == 3)
        : new Access((bits & 4) != 0, (bits & 2) != 0);
  }

  /**
   * Returns the map of owners that gives a user the access of a source's owner. A root's daemon
   * uses it where the user alone has not enough access and the owner has.
   *
   * @param stat the source of a mount
   * @return the map; empty when it is not needed or does not help
   */
  static Optional<OwnerMap> map(FileStat stat, SandboxUser user, boolean readOnly) {
    SandboxUser owner = new SandboxUser(stat.uid(), stat.gid());
    boolean helps = !of(stat, user).suffices(readOnly) && of(stat, owner).suffices(readOnly);
    return helps && Caller.uid() == 0 ? Optional.of(new OwnerMap(owner, user)) : Optional.empty();
  }

  /**
   * Returns the user on the disk whose rights an agent's user has in a mount.
   *
   * @param stat the source of the mount
   */
  public static SandboxUser actor(FileStat stat, SandboxUser user, boolean readOnly) {
    return map(stat, user, readOnly).map(OwnerMap::owner).orElse(user);
  }

  private boolean suffices(boolean readOnly) {
    return readable && (readOnly || writable);
  }
}
