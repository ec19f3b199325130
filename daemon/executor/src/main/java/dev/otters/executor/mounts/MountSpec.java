package dev.otters.executor.mounts;

/**
 * A mount as the operator wrote it, split but not checked.
 *
 * @param source a host path
 * @param target a path in the sandbox
 * @param description the description for the model; empty for none
 * @param readOnly whether writes are refused
 */
public record MountSpec(String source, String target, String description, boolean readOnly) {
  /**
   * Splits {@code HOST:TARGET[:DESC][:ro|rw]}. The host ends at the first colon and the target at
   * the second. The rest is the description, which may contain colons, except for a last part
   * {@code ro} or {@code rw}. Without it a mount is writable.
   *
   * @throws MountException when the host or the target is missing
   */
  public static MountSpec parse(String text) {
    Mode mode = Mode.of(text);
    int first = mode.rest().indexOf(':');
    if (first < 0) {
      throw malformed(text, "it has no target");
    }
    int second = mode.rest().indexOf(':', first + 1);
    String source = mode.rest().substring(0, first);
    String target = mode.rest().substring(first + 1, second < 0 ? mode.rest().length() : second);
    if (source.isEmpty() || target.isEmpty()) {
      throw malformed(text, source.isEmpty() ? "its host path is empty" : "its target is empty");
    }
    String description = second < 0 ? "" : mode.rest().substring(second + 1);
    return new MountSpec(source, target, description, mode.readOnly());
  }

  private static MountException malformed(String text, String found) {
    return new MountException(
        new MountProblem(
            text,
            found,
            "HOST:TARGET[:DESCRIPTION][:ro|rw]",
            "Write, for example, \"$PWD:/workspace/src:Project source:ro\"."));
  }

  private record Mode(String rest, boolean readOnly) {
    static Mode of(String text) {
      int last = text.lastIndexOf(':');
      return switch (text.substring(last + 1)) {
        case "ro" -> new Mode(text.substring(0, Math.max(last, 0)), true);
        case "rw" -> new Mode(text.substring(0, Math.max(last, 0)), false);
        default -> new Mode(text, false);
      };
    }
  }
}
