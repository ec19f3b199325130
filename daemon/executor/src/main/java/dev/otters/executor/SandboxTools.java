package dev.otters.executor;

import java.util.List;

/**
 * The tools of a sandbox.
 *
 * @param bins the tools in the order of their declaration, with unique names
 * @param mounts the way in which the sandbox gets them
 */
public record SandboxTools(List<BinMount> bins, BinMounts mounts) {
  /** No tools. */
  public static final SandboxTools NONE = new SandboxTools(List.of(), BinMounts.AUTO);

  /**
   * Checks the names.
   *
   * @throws IllegalArgumentException when two tools have the same name
   */
  public SandboxTools {
    bins = List.copyOf(bins);
    if (bins.stream().map(BinMount::name).distinct().count() != bins.size()) {
      throw new IllegalArgumentException("two tools have the same name: " + bins);
    }
  }
}
