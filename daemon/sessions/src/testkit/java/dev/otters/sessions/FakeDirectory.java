package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Block;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.TurnOptions;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.provider.DeclaredResource;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.scratch.ContextIds;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.FilePath;
import dev.otters.resources.substrate.WritebackException;
import dev.otters.resources.writeback.WriteGate;
import dev.otters.resources.writeback.WritebackTools;
import dev.otters.sessions.conversation.Memory;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.conversation.TurnSettings;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.OwnSandboxes;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.outcome.Ran;
import dev.otters.sessions.outcome.Seen;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Knows every agent, with the same limits, and keeps what it hears. */
public final class FakeDirectory implements AgentDirectory {
  /** How many completions a turn may have. */
  public static final int MAX_ITERATIONS = 20;

  /** The timeout of a turn. */
  public static final Duration TURN_LIMIT = Duration.ofMinutes(30);

  /** The reports so far, such as {@code ready} or {@code fatal init: no file}. */
  public final List<String> heard = new CopyOnWriteArrayList<>();

  /** Maximum number of turns of an agent at the same time. */
  public volatile int parallel = 1;

  /** The model of every agent. */
  public volatile String model = "scripted/guide";

  /** The options of every completion. */
  public volatile Map<String, String> options = Map.of();

  /** The system prompt of every agent. */
  public volatile List<PromptBlock> blocks = List.of();

  /** The tools of every agent. */
  public volatile List<ToolSchema> tools = List.of();

  /** The resources of every agent. */
  public volatile List<DeclaredResource> resources = List.of();

  /** The resources of agents that have others than every agent. */
  public final Map<UUID, List<DeclaredResource>> ownResources = new ConcurrentHashMap<>();

  /** The files of every agent that checks see, by their paths. */
  public final Map<String, Seen> files = new ConcurrentHashMap<>();

  /** The BINs of every agent, and how each ends that a check runs. */
  public final Map<String, Ran> programs = new ConcurrentHashMap<>();

  /** The event during each check by a BIN. */
  public volatile Runnable onCheck = () -> {};

  /** Runs what a gate checks in the transaction of a write. */
  public volatile Consumer<Consumer<Tx>> writes = _ -> {};

  /** The grants of every agent's new sessions. */
  public volatile Grants grants = Grants.NONE;

  /** The agents of the sandboxes of sessions. */
  public final Map<UUID, UUID> owners = new ConcurrentHashMap<>();

  /** Whether each new session gets a sandbox of its own. */
  public volatile OwnSandboxes.Rule rule = OwnSandboxes.Rule.OTHER_GRANTS;

  /** The scratchpads of every message. */
  public volatile ContextIds contextIds = ContextIds.NONE;

  /** The programs behind the tools, as a runtime knows them. */
  public volatile List<AgentSetup.Tool> binaries = List.of();

  /** The memory of every agent. */
  public volatile Memory memory = Memory.SLIDING;

  /** The limit on completions of every turn. */
  public volatile int maxIterations = MAX_ITERATIONS;

  /** The limits of every turn. */
  public volatile TurnOptions limits = new TurnOptions(120_000, TURN_LIMIT.toMillis());

  /** Hides the secrets of every agent. */
  public volatile UnaryOperator<String> redactor = UnaryOperator.identity();

  /** Holds back the setup of every agent, as while its sandbox is not verified. */
  public volatile CountDownLatch verified = new CountDownLatch(0);

  @Override
  public UUID agent(UUID sandbox) {
    return owners.getOrDefault(sandbox, sandbox);
  }

  @Override
  public OwnSandboxes.Rule separates(UUID agent) {
    return rule;
  }

  @Override
  public AgentSetup setup(UUID agent) {
    try {
      verified.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    AgentSetup.Pin pin = new AgentSetup.Pin("guide:latest", "sha256:0");
    return new AgentSetup(
        new AgentSetup.Identity(agent.toString(), "bob", "", model, pin, pin),
        Map.of(),
        List.of(),
        List.of(),
        binaries,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        "none",
        List.of(),
        new AgentSetup.Limits(0, 0, 0));
  }

  @Override
  public Optional<TurnSetup> turn(UUID agent) {
    return Optional.of(
        new TurnSetup(
                new TurnSettings(model, options, maxIterations, limits, memory),
                parallel,
                blocks,
                tools)
            .with(new GrantedResources(List.of(), resources(agent))));
  }

  @Override
  public List<DeclaredResource> resources(UUID agent) {
    return ownResources.getOrDefault(agent, resources);
  }

  @Override
  public List<List<DeclaredResource>> resources(Rows rows, UUID agent) {
    return List.of(resources(agent));
  }

  @Override
  public Optional<Integer> maxParallelTurns(Rows rows, UUID agent) {
    return Optional.of(parallel);
  }

  @Override
  public Grants grants(UUID agent) {
    return grants;
  }

  @Override
  public ContextIds contextIds(UUID agent) {
    return contextIds;
  }

  @Override
  public UnaryOperator<String> redactor(UUID agent) {
    return redactor;
  }

  @Override
  public Seen file(UUID agent, SessionId session, String path, Map<FilePath, Content> drafts) {
    if (path.startsWith("drafts/")) {
      Content fixed = drafts.get(FilePath.stored(path.substring("drafts/".length())));
      if (fixed != null) {
        return new Seen.Whole(fixed);
      }
    }
    return files.getOrDefault(path, new Seen.Missing());
  }

  @Override
  public Set<String> bins(UUID agent) {
    return programs.keySet();
  }

  @Override
  public Ran program(UUID agent, SessionId session, String bin, List<String> args) {
    heard.add("check " + bin + " " + args);
    onCheck.run();
    return programs.getOrDefault(bin, new Ran.Failed("there is no " + bin));
  }

  @Override
  public EventBody.ToolResult runFileTool(
      UUID agent, SessionId session, String id, ToolCall call, WriteGate gate) {
    if (WritebackTools.ASKING.contains(call.name())) {
      try {
        writes.accept(gate.pass(Map.of()));
      } catch (ResourceException | WritebackException e) {
        return EventBody.ToolResult.failed(call, String.valueOf(e.getMessage()));
      }
    }
    heard.add("file tool " + call.name());
    return EventBody.ToolResult.said(call, "done");
  }

  @Override
  public void learned(UUID agent) {
    heard.add("learned");
  }

  @Override
  public void connected(UUID agent, String runtimeVersion) {
    heard.add("connected " + runtimeVersion);
  }

  @Override
  public void ready(UUID agent, List<Block> generated) {
    blocks = generated.stream().map(PromptBlock::generated).toList();
    heard.add("ready");
  }

  @Override
  public void fatal(UUID agent, String reason, String message) {
    heard.add("fatal " + reason + ": " + message);
  }

  @Override
  public void outdated(UUID agent, int protocol) {
    heard.add("outdated " + protocol);
  }

  @Override
  public void unresponsive(UUID agent, String why) {
    heard.add("unresponsive");
  }
}
