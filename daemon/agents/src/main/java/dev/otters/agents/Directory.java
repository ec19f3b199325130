package dev.otters.agents;

import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.AgentSpec;
import dev.otters.agents.rows.PromptRows;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.rows.Tool;
import dev.otters.agents.setup.AgentSetups;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.agents.start.StartAttempt;
import dev.otters.agents.start.StartAttempts;
import dev.otters.oci.OciException;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Block;
import dev.otters.protocol.ToolSchema;
import dev.otters.sessions.AgentDirectory;
import dev.otters.sessions.PromptBlock;
import dev.otters.sessions.PromptBlock.Origin;
import dev.otters.sessions.TurnSettings;
import dev.otters.sessions.TurnSetup;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Answers runtimes and passes on what they report. */
public final class Directory implements AgentDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(Directory.class);

  private final AgentRows rows;
  private final ImageSource images;
  private final AgentSetups setups;
  private final StartAttempts attempts;
  private static final int MAX_DECLARED = 256;

  /** The sections that a runtime generates. */
  private static final Set<String> GENERATED = Set.of("AGENT", "WORKSPACE", "MOUNTS");

  private final PromptRows prompts;
  private final Map<UUID, Declared> declared = new ConcurrentHashMap<>();
  private volatile @Nullable Listener listener;

  /** The declarations of an agent's image for its turns. */
  private record Declared(TurnConfig config, List<Block> contexts) {
    static final Declared NONE = new Declared(TurnConfig.USUAL, List.of());
  }

  Directory(
      AgentRows rows,
      PromptRows prompts,
      ImageSource images,
      AgentSetups setups,
      StartAttempts attempts) {
    this.rows = rows;
    this.prompts = prompts;
    this.images = images;
    this.setups = setups;
    this.attempts = attempts;
  }

  /** Receives the reports that have consequences. */
  interface Listener {
    void connected(UUID agent, String runtimeVersion);

    void fatal(UUID agent, AgentFailure failure);

    void outdated(UUID agent);

    void unresponsive(UUID agent, String why);
  }

  void listen(Listener wanted) {
    listener = wanted;
  }

  /** Returns the setup of an agent. While the agent starts, waits until its sandbox is verified. */
  @Override
  public AgentSetup setup(UUID agent) {
    attempts.of(agent).ifPresent(StartAttempt::awaitVerified);
    Agent row = row(agent);
    return setups.of(row, image(row));
  }

  /** Returns the settings of the next turn. A runtime adds no sections or tools of its own. */
  @Override
  public TurnSetup turn(UUID agent) {
    AgentSpec spec = row(agent).spec();
    Declared declared = declared(agent);
    PromptRows.Prompt prompt = prompts.find(agent);
    List<PromptBlock> blocks =
        Stream.concat(
                prompt.blocks().stream()
                    .filter(block -> GENERATED.contains(block.name()))
                    .map(block -> section(block, Origin.RUNTIME)),
                declared.contexts().stream().map(block -> section(block, Origin.CONTEXT)))
            .filter(block -> !block.text().isEmpty())
            .toList();
    Set<String> tools = spec.tools().stream().map(Tool::name).collect(Collectors.toSet());
    TurnConfig config = declared.config();
    return new TurnSetup(
        new TurnSettings(spec.model(), config.texts(), config.maxIterations(), config.limits()),
        blocks,
        prompt.tools().stream().filter(tool -> tools.contains(tool.name())).toList());
  }

  private static PromptBlock section(Block block, Origin origin) {
    return new PromptBlock(block.name(), origin, block.render());
  }

  @Override
  public int maxParallelTurns(UUID agent) {
    return declared(agent).config().maxParallelTurns();
  }

  @Override
  public void connected(UUID agent, String runtimeVersion) {
    LOG.atInfo()
        .addKeyValue("agent", agent)
        .addKeyValue("runtime", runtimeVersion)
        .log("A runtime is connected");
    heard().connected(agent, runtimeVersion);
  }

  @Override
  public void ready(UUID agent, List<Block> blocks, List<ToolSchema> tools) {
    prompts.save(agent, new PromptRows.Prompt(blocks, tools));
    attempts.of(agent).ifPresent(StartAttempt::ready);
  }

  @Override
  public void fatal(UUID agent, String reason, String message) {
    heard()
        .fatal(
            agent,
            new AgentFailure(
                reason(reason), message, "See the log of the agent with 'otters logs'."));
  }

  @Override
  public void outdated(UUID agent) {
    heard().outdated(agent);
  }

  @Override
  public void unresponsive(UUID agent, String why) {
    heard().unresponsive(agent, why);
  }

  private Listener heard() {
    return Objects.requireNonNull(listener, "the keeper listens before any socket is open");
  }

  private Agent row(UUID agent) {
    return rows.find(agent)
        .orElseThrow(() -> new IllegalArgumentException("there is no agent " + agent));
  }

  private AgentImage image(Agent agent) {
    return images.agent(agent.spec().image());
  }

  /** Returns what the agent's image declares; the defaults while it cannot be read. */
  private Declared declared(UUID agent) {
    Agent row = row(agent);
    try {
      if (declared.size() >= MAX_DECLARED) {
        declared.clear();
      }
      return declared.computeIfAbsent(agent, id -> declared(row));
    } catch (OciException e) {
      LOG.atError().addKeyValue("agent", row.name()).setCause(e).log("Its image cannot be read");
      return Declared.NONE;
    }
  }

  private Declared declared(Agent row) {
    AgentImage image = image(row);
    List<Block> contexts =
        image.contexts().stream()
            .map(context -> new Block(context.name(), context.description(), context.text()))
            .toList();
    return new Declared(new TurnConfig(row.spec().definition(image)), contexts);
  }

  private static Reason reason(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "model" -> Reason.MODEL;
      case "config" -> Reason.CONFIG;
      default -> Reason.INIT;
    };
  }
}
