package dev.otters.executor.system;

import dev.otters.executor.BinMount;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Limits;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.mounts.MountPlan;
import dev.otters.executor.posix.Caller;
import dev.otters.executor.system.machine.SystemLimitations;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Plans agents without a sandbox, and refuses promises that only a sandbox can keep. */
final class PlainPlanner {
  private final UnpackedImages images;

  PlainPlanner(UnpackedImages images) {
    this.images = images;
  }

  /** Plans an agent, unpacks its images, and links its tools and mounts into its root. */
  PlainPlan plan(SandboxSpec spec, Progress progress) {
    check(spec);
    Platform platform = Platform.ofThisMachine();
    Path runtime = images.folder(spec.runtime(), platform, progress);
    Map<BinMount, Path> tools = new LinkedHashMap<>();
    spec.tools()
        .bins()
        .forEach(bin -> tools.put(bin, images.folder(bin.image(), platform, progress)));
    PlainPlan plan = PlainPlan.of(spec, new ImageCommand(runtime).of(spec.command()));
    PlainLinks links = new PlainLinks(spec.root());
    links.tools(tools);
    MountPlan.ofDaemon(spec).forEach(links::mount);
    spec.mounts().forEach(links::mount);
    return plan;
  }

  private static void check(SandboxSpec spec) {
    int caller = Caller.uid();
    if (spec.user().uid() != caller) {
      throw unsupported(
          "without a sandbox an agent runs as the daemon's user, uid %s, not as %s"
              .formatted(caller, spec.user()),
          "Run the agent as that user.");
    }
    SandboxBaseline.refuseEngineFeatures(spec, "unsandboxed");
    SystemLimitations.refuse(spec.limits(), Set.of());
    if (spec.limits().shmBytes() != Limits.DEFAULT.shmBytes()) {
      throw unsupported(
          "without a sandbox --shm-size is not enforced",
          "Leave out --shm-size, or use --executor system without --unsandboxed.");
    }
    spec.mounts().forEach(PlainPlanner::check);
  }

  private static void check(OperatorMount mount) {
    if (!Files.exists(mount.host())) {
      throw new ExecutorException(
          Reason.MOUNT,
          "cannot link " + mount.host() + " to " + mount.target() + ": it does not exist",
          "Restore " + mount.host() + ".");
    }
    if (mount.readOnly()) {
      throw unsupported(
          "without a sandbox nothing enforces the read-only mount at " + mount.target(),
          "Mount it without :ro, or use --executor system without --unsandboxed.");
    }
  }

  private static ExecutorException unsupported(String found, String remedy) {
    return new ExecutorException(Reason.UNSUPPORTED, found, remedy);
  }
}
