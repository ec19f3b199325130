package dev.otters.executor.testkit;

import dev.otters.executor.BinMounts;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.oci.Digest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Copies specifications with one thing changed. */
public final class Specs {
  private Specs() {}

  /** Returns one of which nothing exists, for a look at what would be made of it. */
  public static SandboxSpec example() {
    return new SandboxSpec(
        UUID.randomUUID(),
        "example",
        Path.of("/nonexistent/root"),
        Path.of("/nonexistent/socket"),
        new ImagePin("example", Digest.of(new byte[0])),
        List.of(),
        List.of(),
        new SandboxUser(1000, 1001),
        Limits.DEFAULT,
        Network.NONE,
        List.of("/program"),
        Map.of(),
        BinMounts.AUTO);
  }

  /** Returns one with another runtime image. */
  public static SandboxSpec withRuntime(SandboxSpec spec, ImagePin runtime) {
    return copy(spec, runtime, spec.user(), spec.limits(), spec.network(), spec.command());
  }

  /** Returns one with other limits. */
  public static SandboxSpec withLimits(SandboxSpec spec, Limits limits) {
    return copy(spec, spec.runtime(), spec.user(), limits, spec.network(), spec.command());
  }

  /** Returns one with another network. */
  public static SandboxSpec withNetwork(SandboxSpec spec, Network network) {
    return copy(spec, spec.runtime(), spec.user(), spec.limits(), network, spec.command());
  }

  /** Returns one that runs as another user. */
  public static SandboxSpec withUser(SandboxSpec spec, SandboxUser user) {
    return copy(spec, spec.runtime(), user, spec.limits(), spec.network(), spec.command());
  }

  /** Returns one that runs another program. */
  public static SandboxSpec withCommand(SandboxSpec spec, List<String> command) {
    return copy(spec, spec.runtime(), spec.user(), spec.limits(), spec.network(), command);
  }

  private static SandboxSpec copy(
      SandboxSpec spec,
      ImagePin runtime,
      SandboxUser user,
      Limits limits,
      Network network,
      List<String> command) {
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
        network,
        command,
        spec.labels(),
        spec.binMounts());
  }
}
