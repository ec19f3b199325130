package dev.otters.agents;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Capability;
import dev.otters.agentfile.ConfigValue;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentExecutors;
import dev.otters.agents.rows.AgentMount;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.Placement;
import dev.otters.agents.rows.Tool;
import dev.otters.agents.setup.AgentPaths;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.agents.setup.AgentSetups;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.agents.supervise.Conversations;
import dev.otters.agents.supervise.ExitText;
import dev.otters.api.agent.AgentContents;
import dev.otters.api.agent.AgentLimits;
import dev.otters.api.agent.AgentPlacement;
import dev.otters.api.agent.AgentState;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.EnvView;
import dev.otters.api.agent.ExitView;
import dev.otters.api.agent.LimitsView;
import dev.otters.api.agent.MountView;
import dev.otters.api.agent.SandboxView;
import dev.otters.api.agent.SkillView;
import dev.otters.api.agent.ToolView;
import dev.otters.api.image.Pin;
import dev.otters.egress.HostRule;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorInfo;
import dev.otters.executor.Exit;
import dev.otters.executor.ImagePin;
import dev.otters.executor.Limitations;
import dev.otters.executor.Limits;
import dev.otters.executor.Network;
import dev.otters.executor.Sandbox;
import dev.otters.executor.SandboxKey;
import dev.otters.oci.OciException;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.DataFile;
import dev.otters.protocol.AgentSetup;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Builds the views of agents that operators see. No view contains a secret value. */
record AgentViews(
    AgentExecutors executors,
    ImageSource images,
    AgentRoots roots,
    Conversations conversations,
    Predicate<ExecutorKind> engineLost) {
  static final String UNSANDBOXED =
      "it has no sandbox: it is a process of this machine, and only the rights of its user keep"
          + " it from files, network and other processes";

  AgentSummary summary(Agent agent) {
    return new AgentSummary(
        agent.id().toString(),
        agent.name(),
        agent.spec().image().ref(),
        agent.spec().model(),
        state(agent),
        agent.spec().labels(),
        agent.placement().executor().toString(),
        executors.rows().liveOfSessions(agent.id()));
  }

  AgentView view(Agent agent) {
    AgentSpec spec = agent.spec();
    Placement placement = agent.placement();
    List<String> warnings = new ArrayList<>();
    if (placement.executor() == ExecutorKind.UNSANDBOXED) {
      warnings.add(UNSANDBOXED);
    }
    List<Agent> apart = executors.rows().ofSessions(agent.id());
    if (!apart.isEmpty()) {
      warnings.add(
          "sessions with a sandbox of their own: %d; of these run: %d"
              .formatted(apart.size(), apart.stream().filter(Agent::live).count()));
    }
    Optional<ExecutorInfo> executor = executor(agent, warnings);
    Optional<AgentImage> image = image(agent, warnings);
    Optional<Agentfile> agentfile = image.map(spec::definition);
    return new AgentView(
        agent.id().toString(),
        agent.name(),
        image.map(AgentSetups::description).filter(text -> !text.isEmpty()).orElse(null),
        pin(spec.image()),
        pin(spec.runtime()),
        spec.model(),
        state(agent),
        contents(agent, image),
        new AgentLimits(
            limits(spec.limits()),
            spec.network().name().toLowerCase(Locale.ROOT),
            spec.reach().stream().map(HostRule::toString).toList(),
            spec.restart().toString(),
            agent.restarts(),
            agentfile.map(file -> new TurnConfig(file).budgets().texts()).orElse(Map.of())),
        new AgentPlacement(
            roots.of(agent.id()).toString(),
            sandbox(agent, executor.map(ExecutorInfo::kind), warnings),
            placement.executor().toString(),
            placement.because(),
            placement.binMounts().toString(),
            executor.map(info -> limitations(info, spec.network())).orElse(List.of())),
        warnings);
  }

  private static final Set<String> OF_BRIDGES =
      Set.of(Limitations.NO_BRIDGE, Limitations.BRIDGE_CONNECTS);

  private AgentContents contents(Agent agent, Optional<AgentImage> image) {
    AgentSpec spec = agent.spec();
    Optional<Agentfile> agentfile = image.map(spec::definition);
    AgentPaths paths = roots.paths(agent);
    return new AgentContents(
        spec.mounts().stream().map(AgentViews::mount).toList(),
        spec.tools().stream().map(tool -> tool(tool, paths)).toList(),
        image
            .map(it -> it.skills().stream().map(skill -> skill(skill, paths)).toList())
            .orElse(List.of()),
        agentfile.map(file -> envs(agent, file)).orElse(List.of()),
        agentfile.map(AgentViews::configs).orElse(Map.of()),
        spec.labels(),
        agentfile.map(AgentViews::capabilities).orElse(List.of()));
  }

  private static SkillView skill(DataFile skill, AgentPaths paths) {
    return new SkillView(skill.name(), empty(skill.description()), paths.skill(skill));
  }

  private AgentState state(Agent agent) {
    return new AgentState(
        status(agent), reason(agent), agent.createdAt(), startedAt(agent), exit(agent));
  }

  private AgentStatus status(Agent agent) {
    return switch (agent.state()) {
      case Lifecycle.Queued _ -> AgentStatus.CREATING;
      case Lifecycle.Pulling _ -> AgentStatus.CREATING;
      case Lifecycle.Starting _ when !agent.created() -> AgentStatus.CREATING;
      case Lifecycle.Starting _ -> AgentStatus.STARTING;
      case Lifecycle.Stoppable live when agent.live() && !agent.wanted() -> AgentStatus.STOPPING;
      case Lifecycle.Ready ready when conversations.working(agent.id()) ->
          status(agent.with(ready.work()));
      case Lifecycle.Ready _ -> AgentStatus.READY;
      case Lifecycle.Working _ -> AgentStatus.WORKING;
      case Lifecycle.Stopped _ -> AgentStatus.STOPPED;
      case Lifecycle.Failed failed ->
          failed.nextTry().isPresent() ? AgentStatus.RESTARTING : AgentStatus.FAILED;
      case Lifecycle.Removing _ -> AgentStatus.REMOVING;
    };
  }

  private @Nullable String reason(Agent agent) {
    if (agent.state() instanceof Lifecycle.Failed failed) {
      String next = failed.nextTry().map(at -> ", next try at " + at).orElse("");
      return failed.reason() + ": " + failed.message() + next;
    }
    return agent.live() && engineLost.test(agent.placement().executor())
        ? "engine lost: the agent may still run"
        : null;
  }

  private static @Nullable Instant startedAt(Agent agent) {
    return agent.startedAt().orElse(null);
  }

  private static @Nullable ExitView exit(Agent agent) {
    return agent.live() ? null : agent.exit().map(AgentViews::exit).orElse(null);
  }

  private static ExitView exit(Exit exit) {
    return new ExitView(
        exit.code(), ExitText.signal(exit).orElse(null), exit.oom(), exit.finishedAt());
  }

  private Optional<AgentImage> image(Agent agent, List<String> warnings) {
    try {
      return Optional.of(images.agent(agent.spec().image()));
    } catch (OciException e) {
      warnings.add("its image cannot be read: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<ExecutorInfo> executor(Agent agent, List<String> warnings) {
    try {
      return Optional.of(executors.of(agent).info());
    } catch (ExecutorException e) {
      if (agent.sandbox().isPresent()) {
        warnings.add("the engine does not answer: " + e.getMessage());
      }
      return Optional.empty();
    }
  }

  /**
   * Returns the limitations that concern an agent. An agent without a network does not miss one.
   */
  private static List<String> limitations(ExecutorInfo executor, Network network) {
    return executor.limitations().stream()
        .filter(l -> !l.name().equals(Limitations.IMAGE_MOUNTS))
        .filter(l -> network == Network.BRIDGE || !OF_BRIDGES.contains(l.name()))
        .map(l -> l.name() + ": " + l.detail())
        .toList();
  }

  private @Nullable SandboxView sandbox(Agent agent, Optional<String> kind, List<String> warnings) {
    if (agent.sandbox().isEmpty()) {
      return null;
    }
    String id = agent.sandbox().get();
    if (kind.isEmpty()) {
      return new SandboxView("", id, null);
    }
    try {
      OptionalInt pid =
          executors
              .of(agent)
              .status(SandboxKey.ofAgent(agent.id()))
              .map(Sandbox::pid)
              .orElse(OptionalInt.empty());
      return new SandboxView(kind.get(), id, pid.isPresent() ? pid.getAsInt() : null);
    } catch (ExecutorException e) {
      warnings.add("the engine does not answer: " + e.getMessage());
      return new SandboxView("", id, null);
    }
  }

  private static Pin pin(ImagePin pin) {
    return new Pin(pin.ref(), pin.digest().toString());
  }

  private static MountView mount(AgentMount mount) {
    return new MountView(
        mount.source(), mount.target(), empty(mount.description()), mount.readOnly());
  }

  private static ToolView tool(Tool tool, AgentPaths paths) {
    return new ToolView(
        tool.name(),
        empty(tool.description()),
        tool.image().ref(),
        tool.image().digest().toString(),
        paths.binary(tool));
  }

  private static List<EnvView> envs(Agent agent, Agentfile agentfile) {
    return AgentSetups.envs(agent, agentfile).stream()
        .map(env -> env(env, agent.spec().env().containsKey(env.key())))
        .toList();
  }

  private static EnvView env(AgentSetup.Env env, boolean given) {
    boolean shown = !env.secret() && !env.value().isEmpty();
    return new EnvView(
        env.key(),
        empty(env.description()),
        shown ? env.value() : null,
        env.secret(),
        given ? "operator" : "image");
  }

  private static Map<String, @Nullable Object> configs(Agentfile agentfile) {
    Map<String, @Nullable Object> configs = new LinkedHashMap<>();
    agentfile
        .effectiveConfigs()
        .forEach((String key, ConfigValue value) -> configs.put(key, value.plain()));
    return configs;
  }

  private static List<String> capabilities(Agentfile agentfile) {
    return agentfile.capabilities().stream().map(Capability::kebabName).toList();
  }

  private static LimitsView limits(Limits limits) {
    return new LimitsView(limits.memoryBytes(), limits.cpus(), limits.pids(), limits.shmBytes());
  }

  private static @Nullable String empty(String text) {
    return text.isEmpty() ? null : text;
  }
}
