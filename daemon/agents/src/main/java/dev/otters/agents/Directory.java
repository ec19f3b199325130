package dev.otters.agents;

import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.AgentFailure;
import dev.otters.agents.rows.AgentRows;
import dev.otters.agents.rows.Reason;
import dev.otters.agents.setup.AgentSetups;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.agents.start.StartAttempt;
import dev.otters.agents.start.StartAttempts;
import dev.otters.oci.OciException;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.TurnOptions;
import dev.otters.sessions.AgentDirectory;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
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
  private final Map<UUID, TurnConfig> configs = new ConcurrentHashMap<>();
  private volatile @Nullable Listener listener;

  Directory(AgentRows rows, ImageSource images, AgentSetups setups, StartAttempts attempts) {
    this.rows = rows;
    this.images = images;
    this.setups = setups;
    this.attempts = attempts;
  }

  /** Receives the reports that have consequences. */
  interface Listener {
    void connected(UUID agent, String runtimeVersion);

    void fatal(UUID agent, AgentFailure failure);

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

  @Override
  public String model(UUID agent) {
    return row(agent).spec().model();
  }

  @Override
  public TurnOptions turnOptions(UUID agent) {
    return config(agent).options();
  }

  @Override
  public int maxParallelTurns(UUID agent) {
    return config(agent).maxParallelTurns();
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
  public void ready(UUID agent) {
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

  /** Returns the limits of the agent's turns; the defaults while its image cannot be read. */
  private TurnConfig config(UUID agent) {
    Agent row = row(agent);
    try {
      return configs.computeIfAbsent(
          agent, id -> new TurnConfig(row.spec().definition(image(row))));
    } catch (OciException e) {
      LOG.atError().addKeyValue("agent", row.name()).setCause(e).log("Its image cannot be read");
      return TurnConfig.USUAL;
    }
  }

  private static Reason reason(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "model" -> Reason.MODEL;
      case "config" -> Reason.CONFIG;
      default -> Reason.INIT;
    };
  }
}
