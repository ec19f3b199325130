package dev.otters.cli.testing;

import dev.otters.api.agent.AgentContents;
import dev.otters.api.agent.AgentLimits;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentPlacement;
import dev.otters.api.agent.AgentState;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.AgentView;
import dev.otters.api.agent.ExitView;
import dev.otters.api.agent.LimitsView;
import dev.otters.api.agent.MountView;
import dev.otters.api.image.Pin;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Makes records of the API for tests. */
public final class Given {
  /** The id of the agent. */
  public static final String ID = "86106816-1a2b-4c3d-8e9f-000000000000";

  /** The digest of the image. */
  public static final String DIGEST = "sha256:3b97b227" + "0".repeat(56);

  private Given() {}

  /** Returns an agent that became ready five minutes ago. */
  public static AgentSummary summary(String name, AgentStatus status, ExitView exit) {
    Instant then = Instant.now().minusSeconds(300);
    return new AgentSummary(
        ID,
        name,
        "guide:latest",
        "scripted/guide",
        new AgentState(status, null, then, then, exit),
        Map.of(),
        "docker",
        0);
  }

  /** Returns two agents. */
  public static AgentList readyBobAndStartingAnn() {
    return new AgentList(
        List.of(
            summary("bob", AgentStatus.READY, null), summary("ann", AgentStatus.STARTING, null)));
  }

  /** Returns a ready agent with a mount. */
  public static AgentView agent(String name, String... warnings) {
    return agent(name, List.of(), List.of(warnings));
  }

  /** Returns a ready agent whose executor cannot enforce everything. */
  public static AgentView limited(String name, String... limitations) {
    return agent(name, List.of(limitations), List.of());
  }

  private static AgentView agent(String name, List<String> limitations, List<String> warnings) {
    Instant then = Instant.parse("2026-11-22T12:00:00Z");
    return new AgentView(
        ID,
        name,
        "A guide",
        new Pin("guide:latest", DIGEST),
        new Pin("otters/runtime:0.1.0", null),
        "scripted/guide",
        new AgentState(AgentStatus.READY, null, then, then, null),
        new AgentContents(
            List.of(new MountView("/data", "/workspace/src", "Project source", true)),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            Map.of(),
            List.of()),
        new AgentLimits(
            new LimitsView(1L << 30, 2, 512, 64 << 20),
            "none",
            List.of(),
            "no",
            0,
            Map.of("session-tokens", "5000000")),
        new AgentPlacement(
            "/home/me/.otters/agents/" + ID,
            null,
            "docker",
            "a usable container engine was found",
            "auto",
            limitations),
        warnings);
  }

  /** Returns the same agent without a sandbox. */
  public static AgentSummary unsandboxed(AgentSummary agent) {
    return new AgentSummary(
        agent.id(),
        agent.name(),
        agent.image(),
        agent.model(),
        agent.state(),
        agent.labels(),
        "unsandboxed",
        0);
  }

  /** Returns a durable event of a turn. */
  public static SessionEvent event(
      long seq, String turn, EventType type, Map<String, Object> body) {
    return new SessionEvent(seq, "e" + seq, type, null, turn, Instant.EPOCH, body);
  }
}
