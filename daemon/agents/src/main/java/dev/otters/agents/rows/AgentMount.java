package dev.otters.agents.rows;

import dev.otters.executor.OperatorMount;
import java.nio.file.Path;

/**
 * A file or folder of the host that the operator gave to an agent.
 *
 * @param source the path on the host, absolute and without links
 * @param target the absolute path in the sandbox
 * @param description for the model; empty for none
 * @param readOnly whether the kernel refuses writes
 */
public record AgentMount(String source, String target, String description, boolean readOnly) {
  public OperatorMount bind() {
    return new OperatorMount(Path.of(source), target, readOnly);
  }
}
