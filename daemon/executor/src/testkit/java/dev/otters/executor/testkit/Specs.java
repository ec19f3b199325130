package dev.otters.executor.testkit;

import dev.otters.executor.ImagePin;
import dev.otters.executor.Limits;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import java.util.List;

/** Copies specifications with one thing changed. */
public final class Specs {
  private Specs() {}

  /** Returns one with another runtime image. */
  public static SandboxSpec withRuntime(SandboxSpec spec, ImagePin runtime) {
    return copy(spec, runtime, spec.user(), spec.limits(), spec.command());
  }

  /** Returns one with other limits. */
  public static SandboxSpec withLimits(SandboxSpec spec, Limits limits) {
    return copy(spec, spec.runtime(), spec.user(), limits, spec.command());
  }

  /** Returns one that runs as somebody else. */
  public static SandboxSpec withUser(SandboxSpec spec, SandboxUser user) {
    return copy(spec, spec.runtime(), user, spec.limits(), spec.command());
  }

  /** Returns one that runs another program. */
  public static SandboxSpec withCommand(SandboxSpec spec, List<String> command) {
    return copy(spec, spec.runtime(), spec.user(), spec.limits(), command);
  }

  private static SandboxSpec copy(
      SandboxSpec spec, ImagePin runtime, SandboxUser user, Limits limits, List<String> command) {
    return new SandboxSpec(
        spec.agent(),
        spec.name(),
        spec.root(),
        spec.socketFolder(),
        runtime,
        spec.bins(),
        spec.mounts(),
        user,
        limits,
        spec.network(),
        command,
        spec.labels(),
        spec.binMounts());
  }
}
