package dev.otters.agents.setup;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Tool;
import dev.otters.oci.agent.DataFile;
import java.nio.file.Path;

/**
 * The paths of an agent: those of its sandbox, or below its folder on this machine if it has no
 * sandbox.
 *
 * @param root {@code /} in a sandbox
 * @param bins the folder of its tools, as a path in a sandbox
 */
public record AgentPaths(Path root, String bins) {
  /**
   * Returns the paths of an agent.
   *
   * @param folder the agent's folder on this machine
   */
  public static AgentPaths of(Agent agent, Path folder) {
    return agent.placement().executor() == ExecutorKind.UNSANDBOXED
        ? new AgentPaths(folder, "/usr/bin")
        : new AgentPaths(Path.of("/"), "/opt/bins");
  }

  /** Returns the actual path for an absolute path in a sandbox. */
  public String of(String path) {
    return root.resolve(path.substring(1)).toString();
  }

  /** Returns the path of a tool for the model. */
  public String binary(Tool tool) {
    return of(bins + "/" + tool.name());
  }

  /** Returns the name of the folder of a session, as the runtime names it. */
  public static String folder(String session) {
    return session.startsWith(".") ? "_" + session.substring(1) : session;
  }

  /** Returns the path of the folder of a skill. */
  public String skill(DataFile skill) {
    return of("/opt/skills/" + skill.name());
  }

  /** Returns the path of the usage text of a tool. */
  String usage(Tool tool) {
    return of("/etc/data/bins/" + tool.name() + "/USAGE.md");
  }
}
