package dev.otters.sessions;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.TurnOptions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

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

  @Override
  public AgentSetup setup(UUID agent) {
    AgentSetup.Pin pin = new AgentSetup.Pin("guide:latest", "sha256:0");
    return new AgentSetup(
        new AgentSetup.Identity(agent.toString(), "bob", "", model, pin, pin),
        Map.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        "none",
        new AgentSetup.Limits(0, 0, 0));
  }

  @Override
  public String model(UUID agent) {
    return model;
  }

  @Override
  public TurnOptions turnOptions(UUID agent) {
    return new TurnOptions(MAX_ITERATIONS, 120_000, TURN_LIMIT.toMillis(), options);
  }

  @Override
  public int maxParallelTurns(UUID agent) {
    return parallel;
  }

  @Override
  public void connected(UUID agent, String runtimeVersion) {
    heard.add("connected " + runtimeVersion);
  }

  @Override
  public void ready(UUID agent) {
    heard.add("ready");
  }

  @Override
  public void fatal(UUID agent, String reason, String message) {
    heard.add("fatal " + reason + ": " + message);
  }

  @Override
  public void unresponsive(UUID agent, String why) {
    heard.add("unresponsive");
  }
}
