package dev.otters.executor.mounts;

/**
 * Holds one mount as the operator wrote it, split but not yet judged.
 *
 * @param source a host path
 * @param target a path in the sandbox
 * @param description what the model is told about it; empty for none
 * @param readOnly whether writes are refused
 */
public record MountSpec(String source, String target, String description, boolean readOnly) {
  /**
   * Splits {@code HOST:TARGET[:DESC][:ro|rw]}. A last part that is exactly {@code ro} or {@code rw}
   * is the mode, and {@code rw} goes without saying; the host ends at the first colon, the target
   * at the next, all the rest is the description and may hold colons.
   *
   * @throws MountException when there is no host or no target
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
            "Write for example \"$PWD:/workspace/src:Project source:ro\"."));
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
