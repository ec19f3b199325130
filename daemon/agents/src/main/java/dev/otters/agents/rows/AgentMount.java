package dev.otters.agents.rows;

import dev.otters.executor.OperatorMount;
import java.nio.file.Path;

/**
 * Is a folder or file of the host that the operator gave to an agent.
 *
 * @param source the path on the host, absolute and free of links
 * @param target the path in the sandbox, absolute
 * @param description for the model; empty for none
 * @param readOnly whether the kernel refuses writes
 */
public record AgentMount(String source, String target, String description, boolean readOnly) {
  public OperatorMount bind() {
    return new OperatorMount(Path.of(source), target, readOnly);
  }
}
