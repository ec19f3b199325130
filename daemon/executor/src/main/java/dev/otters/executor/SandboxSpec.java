package dev.otters.executor;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The specification of a sandbox.
 *
 * @param key the identity of the sandbox
 * @param name the agent's name
 * @param root the agent's FHS root on the host, absolute and without links, with {@code workspace/
 *     home/ tmp/ var/lib/ runtime/ opt/bins/ etc/context/ etc/data/ etc/Agentfile etc/agent.yaml}.
 *     The sandbox's user owns the first five and {@code etc/context}. The executor writes {@code
 *     etc/passwd}, {@code etc/group} and {@code etc/resolv.conf}.
 * @param socketFolder the folder of the sockets of the agent or run, absolute; mounted read-only at
 *     {@code /run/otters}. Empty for a run without a proxy.
 * @param runtime the image with the sandbox's root file system
 * @param mounts the operator's mounts; their targets are unique and not nested
 * @param command the program and its arguments; never empty
 * @param labels further labels for people and tools, which do not replace the executor's own
 */
public record SandboxSpec(
    SandboxKey key,
    String name,
    Path root,
    Optional<Path> socketFolder,
    ImagePin runtime,
    SandboxTools tools,
    List<OperatorMount> mounts,
    SandboxUser user,
    Limits limits,
    Network network,
    List<String> command,
    Map<String, String> labels) {
  public SandboxSpec {
    mounts = List.copyOf(mounts);
    command = List.copyOf(command);
    labels = Map.copyOf(labels);
    require(root.isAbsolute(), "the agent root is not absolute: " + root);
    require(
        socketFolder.map(Path::isAbsolute).orElse(true),
        "the socket folder is not absolute: " + socketFolder);
    require(!command.isEmpty(), "the command is empty");
  }

  /** Returns the same sandbox with other sockets and another program. */
  public SandboxSpec with(Optional<Path> sockets, List<String> program) {
    return new SandboxSpec(
        key, name, root, sockets, runtime, tools, mounts, user, limits, network, program, labels);
  }

  private static void require(boolean holds, String message) {
    if (!holds) {
      throw new IllegalArgumentException(message);
    }
  }
}
