package dev.otters.executor.system;

import dev.otters.executor.SandboxBaseline;
import dev.otters.executor.SandboxSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The plan of an agent without a sandbox.
 *
 * @param root the agent's root on this machine
 * @param socketFolder the folder of the agent's socket
 */
record PlainPlan(Path root, Path socketFolder, List<String> command) {
  /** The folder with the agent's tools, in its root. */
  static final String TOOLS = "usr/bin";

  static PlainPlan of(SandboxSpec spec, List<String> command) {
    return new PlainPlan(spec.root(), spec.socketFolder().orElseThrow(), List.copyOf(command));
  }

  /** Returns the variable that all of the agent's processes have, and no others. */
  String mark() {
    return SandboxBaseline.ROOT_VARIABLE + "=" + root;
  }

  private Map<String, String> environment() {
    return SandboxBaseline.environment(root, root.resolve(TOOLS), socketFolder);
  }

  /**
   * Returns the command for the supervisor. The program waits first, and then gets exactly this
   * environment.
   */
  List<String> supervised(Path script) {
    List<String> all = new ArrayList<>();
    all.addAll(List.of("/bin/sh", script.toString(), root.toString(), "/usr/bin/env", "-i"));
    environment().forEach((name, value) -> all.add(name + "=" + value));
    all.addAll(command);
    return all;
  }
}
