package dev.otters.agents.engine;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.CheckedMount;
import dev.otters.executor.mounts.MountSpec;
import java.util.List;

/** Decides which mounts of an operator are allowed. */
@FunctionalInterface
public interface MountRules {
  /**
   * Checks mounts together.
   *
   * @param mounts the operator's mounts
   * @param allowSensitive whether to allow sources that usually hold credentials
   * @return the mounts in the same order
   * @throws dev.otters.executor.mounts.MountException with every problem of every mount
   */
  List<CheckedMount> check(List<MountSpec> mounts, SandboxUser user, boolean allowSensitive);
}
