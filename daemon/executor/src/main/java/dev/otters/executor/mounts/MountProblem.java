package dev.otters.executor.mounts;

/**
 * Says what is wrong with one mount.
 *
 * @param mount the mount as the operator knows it
 * @param found what was found, as a sentence part
 * @param allowed what is allowed
 * @param remedy what to do, as a sentence
 */
public record MountProblem(String mount, String found, String allowed, String remedy) {
  public MountProblem {
    mount = mount.replaceAll("\\p{Cntrl}", "?");
  }

  /** Returns the problem in one line, without the remedy. */
  public String render() {
    return "mount \"" + mount + "\": " + found + "; allowed: " + allowed;
  }
}
