package dev.otters.agents.start;

import dev.otters.agents.engine.MountRules;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Tool;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.executor.SandboxSpec;
import dev.otters.executor.SandboxTools;
import dev.otters.home.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The steps of every start, which give an agent a sandbox with a ready runtime. */
public record LaunchSteps(
    AgentRoots roots,
    ImageSource images,
    MountRules mounts,
    RuntimeLinks links,
    AgentExecutors executors,
    LogCollector logs,
    Time time) {
  /** Returns the steps. Undoing them leaves the agent's root, row and log. */
  public List<Step<Launch>> all() {
    return List.of(
        Step.lasting("recheck mounts", "start", this::recheckMounts),
        Step.lasting("write etc", "start", start -> roots.refresh(start.agent(), start.image())),
        new Step<>("issue token", "start", start -> links.issueToken(start.agent()), links::revoke),
        new Step<>("open wire", "start", start -> links.open(start.agent()), links::close),
        new Step<>("create sandbox", "start", this::createSandbox, this::removeSandbox),
        new Step<>("start sandbox", "start", this::startSandbox, this::endSandbox),
        Step.lasting("wait until ready", "ready", this::waitUntilReady));
  }

  /** Checks the mounts again, since a source may have been replaced or removed meanwhile. */
  private void recheckMounts(Launch start) {
    mounts.check(start.agent().spec().mountSpecs(), start.agent().user(), true);
  }

  private void createSandbox(Launch start) {
    executors.of(start.agent()).create(sandbox(start), start.progress());
  }

  private void removeSandbox(UUID agent) {
    executors.of(agent).ifPresent(executor -> executor.remove(SandboxKey.ofAgent(agent)));
  }

  private SandboxSpec sandbox(Launch start) {
    Agent agent = start.agent();
    AgentSpec spec = agent.spec();
    List<String> command = new ArrayList<>(images.entrypoint(spec.runtime()));
    command.addAll(start.image().agentfile().exec());
    return new SandboxSpec(
        SandboxKey.ofAgent(agent.id()),
        agent.agentName(),
        roots.of(agent.id()),
        Optional.of(links.folder(agent.id())),
        spec.runtime(),
        new SandboxTools(
            spec.sandboxTools(start.image()).stream().map(Tool::mount).toList(),
            agent.placement().binMounts()),
        roots.mounts(agent),
        agent.user(),
        spec.limits(),
        spec.network(),
        command,
        spec.labels());
  }

  private void startSandbox(Launch start) {
    Agent agent = start.agent();
    Sandbox sandbox = executors.of(agent).start(SandboxKey.ofAgent(agent.id()));
    start.attempt().started(sandbox.id());
    executors.rows().change(agent.id(), row -> row.inSandbox(sandbox.id(), time.now()));
    logs.follow(agent, start.image());
    start.attempt().verified();
  }

  private void endSandbox(UUID agent) {
    executors.of(agent).ifPresent(executor -> executor.kill(SandboxKey.ofAgent(agent)));
    logs.finish(agent);
  }

  private void waitUntilReady(Launch start) {
    start.attempt().awaitReady();
    executors.rows().change(start.agent().id(), LaunchSteps::madeReady);
  }

  private static Agent madeReady(Agent row) {
    return row.state() instanceof Lifecycle.Starting starting
        ? row.with(starting.ready()).completed()
        : row;
  }
}
