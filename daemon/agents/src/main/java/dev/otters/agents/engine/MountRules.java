package dev.otters.agents.engine;

import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.CheckedMount;
import dev.otters.executor.mounts.MountSpec;
import java.util.List;

/** Decides which of an operator's mounts may be made. */
@FunctionalInterface
public interface MountRules {
  /**
   * Checks mounts together.
   *
   * @param mounts as the operator wrote them
   * @param user whom the sandbox runs as
   * @param allowSensitive whether sources that mostly hold credentials are fine
   * @return the mounts in the same order
   * @throws dev.otters.executor.mounts.MountException with every problem of every mount
   */
  List<CheckedMount> check(List<MountSpec> mounts, SandboxUser user, boolean allowSensitive);
}
