package dev.otters.agents.create;

import dev.otters.agents.engine.MountRules;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Tool;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.setup.AgentSetups;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.executor.ExecSink;
import dev.otters.executor.Execution;
import dev.otters.executor.Network;
import dev.otters.executor.OperatorMount;
import dev.otters.executor.RunSpec;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxTools;
import dev.otters.home.text.Secrets;
import dev.otters.oci.Progress;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.AgentSetup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Runs tools of agents in sandboxes beside those of the agents, with their files, mounts,
 * variables, users and limits, and with no other tool. Thread-safe.
 */
public record SiblingRuns(
    AgentExecutors executors,
    ImageSource images,
    MountRules mounts,
    AgentRoots roots,
    Secrets secrets) {
  /** Returns a sandbox with the newest settings of its agent; empty if there is none. */
  Optional<Agent> row(UUID sandbox) {
    AgentRows rows = executors.rows();
    return rows.find(sandbox)
        .flatMap(row -> rows.find(row.agent()).map(agent -> row.with(agent.spec())));
  }

  /** Returns the image of an agent. */
  AgentImage image(Agent agent) {
    return images.agent(agent.spec().image());
  }

  /** Returns a tool of an agent; empty if it has none of this name. */
  static Optional<Tool> tool(Agent agent, String name) {
    return agent.spec().tools().stream().filter(it -> it.name().equals(name)).findFirst();
  }

  /** Returns how long a call of a tool may take. */
  static Duration limit(Agent agent, AgentImage image) {
    TurnConfig config = new TurnConfig(agent.spec().definition(image));
    return Duration.ofMillis(config.limits().toolTimeoutMillis());
  }

  /** Returns the variables of an agent's tools. */
  static Map<String, String> variables(Agent agent, AgentImage image) {
    return AgentSetups.envs(agent, agent.spec().definition(image)).stream()
        .collect(Collectors.toMap(AgentSetup.Env::key, AgentSetup.Env::value));
  }

  /** Returns the mounts of a sandbox; the operator's are still what he asked for. */
  List<OperatorMount> mounts(Agent agent) {
    mounts.check(agent.spec().mountSpecs(), agent.user(), true);
    return roots.mounts(agent);
  }

  /** The sandbox of a run: its key, and the folder with its files. */
  record Place(SandboxKey key, Path root) {
    static Place of(UUID run, SandboxKey.Purpose purpose, Path root) {
      return new Place(new SandboxKey(run, run, purpose), root);
    }
  }

  /** Returns the place of a run that has the files of its agent. */
  Place beside(Agent agent, SandboxKey.Purpose purpose) {
    return Place.of(UUID.randomUUID(), purpose, roots.of(agent.id()));
  }

  /** Plans the sandbox of a tool. */
  SandboxSpec sandbox(
      Agent agent,
      Tool tool,
      List<String> args,
      Place place,
      List<OperatorMount> mounts,
      Network network) {
    AgentSpec spec = agent.spec();
    List<String> command = new ArrayList<>(List.of(tool.program()));
    command.addAll(args);
    return new SandboxSpec(
        place.key(),
        agent.agentName(),
        place.root(),
        Optional.empty(),
        spec.runtime(),
        new SandboxTools(List.of(tool.mount()), agent.placement().binMounts()),
        mounts,
        agent.user(),
        spec.limits(),
        network,
        command,
        spec.labels());
  }

  /** Starts a tool. */
  Execution start(Agent agent, RunSpec spec, ExecSink sink) throws InterruptedException {
    return roots.startBeside(
        agent.id(), () -> executors.of(agent).runOnce(spec, Progress.NONE, sink));
  }
}
