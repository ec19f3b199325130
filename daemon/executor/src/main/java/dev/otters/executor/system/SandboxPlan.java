package dev.otters.executor.system;

import dev.otters.executor.SandboxSpec;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.system.bwrap.RootLayout;
import java.util.List;
import java.util.stream.Stream;

/**
 * The plan of a sandbox, for its start and the comparison of its mounts.
 *
 * @param layout the root file system
 * @param binds all further binds: the agent's folders, the operator's mounts, the tools
 */
record SandboxPlan(SandboxSpec spec, RootLayout layout, List<Bind> binds) {
  /** Returns the plan with more binds. */
  SandboxPlan with(List<Bind> more) {
    return new SandboxPlan(spec, layout, Stream.concat(binds.stream(), more.stream()).toList());
  }

  List<Bind> all() {
    return Stream.concat(layout.binds().stream(), binds.stream()).toList();
  }
}
