package dev.otters.agents.setup;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Tool;
import java.nio.file.Path;

/**
 * Says where an agent finds what is its own: at the paths of its sandbox, or below its folder on
 * this machine where it has no sandbox.
 *
 * @param root {@code /} in a sandbox
 * @param bins where its tools are, as a path in a sandbox
 */
public record AgentPaths(Path root, String bins) {
  /**
   * Returns the paths of an agent.
   *
   * @param folder the agent's folder on this machine
   */
  static AgentPaths of(Agent agent, Path folder) {
    return agent.placement().executor() == ExecutorKind.UNSANDBOXED
        ? new AgentPaths(folder, "/usr/bin")
        : new AgentPaths(Path.of("/"), "/opt/bins");
  }

  /** Returns the true path of what would be at an absolute path in a sandbox. */
  String of(String path) {
    return root.resolve(path.substring(1)).toString();
  }

  /** Returns where the model finds a tool. */
  public String binary(Tool tool) {
    return of(bins + "/" + tool.name());
  }

  /** Returns where the text about a tool is. */
  String usage(Tool tool) {
    return of("/etc/data/bins/" + tool.name() + "/USAGE.md");
  }
}
