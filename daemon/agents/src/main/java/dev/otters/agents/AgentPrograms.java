package dev.otters.agents;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.SandboxLookup;
import dev.otters.api.ApiException;
import dev.otters.api.agent.ProcessView;
import dev.otters.api.agent.UsageView;
import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.Network;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.usage.SandboxUsage;
import dev.otters.protocol.SandboxModels;
import dev.otters.protocol.SandboxProxy;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Runs the operator's programs in the sandboxes of agents, and shows what runs there. Safe for use
 * by any thread.
 */
public record AgentPrograms(SandboxLookup lookup, AgentExecutors executors, ImageSource images) {
  /**
   * Runs a program in the sandbox of a running agent.
   *
   * @param session the session whose sandbox it is; empty for the one that sessions share
   * @return the running program, which the caller closes
   * @throws ApiException AGENT_NOT_RUNNING when the agent has no running sandbox
   */
  public Execution exec(String reference, Optional<String> session, ExecSpec spec, ExecSink sink) {
    Agent agent = lookup.find(reference, session);
    if (agent.sandbox().isEmpty()) {
      throw SandboxLookup.notRunning(agent);
    }
    try {
      return executors.of(agent).exec(SandboxKey.ofAgent(agent.id()), connected(agent, spec), sink);
    } catch (ExecutorException e) {
      throw e.reason() == Reason.CONFLICT ? SandboxLookup.notRunning(agent) : e;
    }
  }

  /** Returns the same program, which finds the proxy and the model endpoint of the agent. */
  private ExecSpec connected(Agent agent, ExecSpec spec) {
    if (agent.placement().executor() == ExecutorKind.UNSANDBOXED) {
      return spec;
    }
    Map<String, String> variables = new HashMap<>();
    if (agent.spec().network() == Network.EGRESS) {
      variables.putAll(SandboxProxy.VARIABLES);
    }
    if (agent.spec().hasModelEndpoint(images.agent(agent.spec().image()))) {
      variables.putAll(SandboxModels.VARIABLES);
    }
    variables.putAll(spec.environment());
    return new ExecSpec(spec.command(), variables, spec.folder(), spec.terminal());
  }

  /**
   * Returns what the sandbox of a running agent uses now.
   *
   * @param session the session whose sandbox it is; empty for the one that sessions share
   * @throws ApiException AGENT_NOT_RUNNING when the agent has no running sandbox
   */
  public UsageView usage(String reference, Optional<String> session) {
    Agent agent = lookup.find(reference, session);
    try {
      return view(agent, executors.of(agent).usage(SandboxKey.ofAgent(agent.id())));
    } catch (ExecutorException e) {
      throw e.reason() == Reason.CONFLICT ? SandboxLookup.notRunning(agent) : e;
    }
  }

  private static UsageView view(Agent agent, SandboxUsage used) {
    OptionalLong limit = used.memoryLimitBytes();
    return new UsageView(
        agent.id().toString(),
        agent.shownName(),
        used.at(),
        used.cpu().toMillis(),
        used.memoryBytes(),
        limit.isPresent() ? limit.getAsLong() : null,
        used.processes().stream()
            .map(
                process ->
                    new ProcessView(
                        process.pid(),
                        process.parent(),
                        process.uid(),
                        process.started(),
                        process.threads(),
                        process.cpu().toMillis(),
                        process.memoryBytes(),
                        process.command()))
            .toList());
  }
}
