package dev.otters.executor.mounts;

/**
 * Says what is wrong with one mount.
 *
 * @param mount the mount as the operator knows it
 * @param found what was found, as a sentence part
 * @param allowed what is allowed
 * @param remedy what to do, as a sentence
 * @param forbidden whether the mount is understood and denied, and not merely written wrongly
 */
public record MountProblem(
    String mount, String found, String allowed, String remedy, boolean forbidden) {
  public MountProblem {
    mount = mount.replaceAll("\\p{Cntrl}", "?");
  }

  /** Makes a problem of a mount that cannot be as it was written. */
  MountProblem(String mount, String found, String allowed, String remedy) {
    this(mount, found, allowed, remedy, false);
  }

  /** Returns the problem in one line, without the remedy. */
  public String render() {
    return "mount \"" + mount + "\": " + found + "; allowed: " + allowed;
  }
}
