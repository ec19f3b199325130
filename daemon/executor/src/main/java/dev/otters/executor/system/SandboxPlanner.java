package dev.otters.executor.system;

import dev.otters.executor.BinMount;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.mounts.MountPlan;
import dev.otters.executor.posix.Caller;
import dev.otters.executor.system.bwrap.RootLayout;
import dev.otters.executor.system.machine.Cgroups;
import dev.otters.executor.system.machine.SystemLimitations;
import dev.otters.executor.unpack.UnpackedImages;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plans sandboxes, and refuses those that this machine cannot make. */
final class SandboxPlanner {
  private static final Set<String> KERNEL = Set.of("/proc", "/dev", "/sys");

  private final UnpackedImages images;
  private final Set<Cgroups.Kind> bounded;

  SandboxPlanner(UnpackedImages images, Set<Cgroups.Kind> bounded) {
    this.images = images;
    this.bounded = bounded;
  }

  SandboxPlan plan(SandboxSpec spec, Progress progress) {
    check(spec);
    Platform platform = Platform.ofThisMachine();
    Path runtime = images.folder(spec.runtime(), platform, progress);
    List<Bind> tools = new ArrayList<>();
    for (BinMount bin : spec.tools().bins()) {
      tools.add(tool(bin, images.folder(bin.image(), platform, progress)));
    }
    SandboxBaseline.writeIdentity(spec, spec.user());
    List<Bind> binds = new ArrayList<>(MountPlan.prepare(spec));
    binds.addAll(tools);
    Set<String> targets = new HashSet<>(KERNEL);
    binds.forEach(bind -> targets.add(bind.target()));
    return new SandboxPlan(spec, RootLayout.of(runtime, targets), List.copyOf(binds));
  }

  private void check(SandboxSpec spec) {
    SandboxBaseline.refuseEngineFeatures(spec, "system");
    checkUser(spec.user());
    SystemLimitations.refuse(spec.limits(), bounded);
  }

  private static void checkUser(SandboxUser user) {
    SandboxBaseline.refuseRoot(user);
    int caller = Caller.uid();
    if (caller != 0 && user.uid() != caller) {
      throw unsupported(
          "an ordinary user can run sandboxes only with the same uid, %s, not as %s"
              .formatted(caller, user),
          "Run the daemon as root, or run agents as the daemon's user.");
    }
  }

  private static ExecutorException unsupported(String found, String remedy) {
    return new ExecutorException(Reason.UNSUPPORTED, found, remedy);
  }

  private static Bind tool(BinMount bin, Path folder) {
    try {
      return RootLayout.bind(folder, bin.target());
    } catch (IOException e) {
      throw UnpackedImages.unreadable(bin.image().ref(), folder, e);
    }
  }
}
