package dev.otters.executor.mounts;

/**
 * A problem of one mount.
 *
 * @param mount the mount as the operator wrote it
 * @param found the problem, as a sentence part
 * @param forbidden whether the mount is denied, and not only malformed
 */
public record MountProblem(
    String mount, String found, String allowed, String remedy, boolean forbidden) {
  public MountProblem {
    mount = mount.replaceAll("\\p{Cntrl}", "?");
  }

  MountProblem(String mount, String found, String allowed, String remedy) {
    this(mount, found, allowed, remedy, false);
  }

  /** Returns the problem in one line, without the remedy. */
  public String render() {
    return "mount \"" + mount + "\": " + found + "; allowed: " + allowed;
  }
}
