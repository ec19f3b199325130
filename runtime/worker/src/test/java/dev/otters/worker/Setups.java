package dev.otters.worker;

import dev.otters.protocol.AgentSetup;
import java.util.List;
import java.util.Map;

/** Agent setups for tests. */
public final class Setups {
  private Setups() {}

  /** An agent without tools that may run four turns at once. */
  public static AgentSetup bare() {
    return new AgentSetup(
        new AgentSetup.Identity(
            "86106816-0000-4000-8000-000000000000",
            "otto",
            "",
            "scripted/guide",
            new AgentSetup.Pin("guide:latest", "sha256:3b97"),
            new AgentSetup.Pin("otters/runtime:0.1.0", "sha256:1ab5")),
        Map.of("max-parallel-turns", "4"),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        "none",
        List.of(),
        new AgentSetup.Limits(1L << 30, 2, 512));
  }

  public static AgentSetup withTools(AgentSetup.Tool... tools) {
    AgentSetup bare = bare();
    return with(bare, bare.envs(), bare.contexts(), List.of(tools), bare.mounts());
  }

  public static AgentSetup withEnvs(AgentSetup setup, AgentSetup.Env... envs) {
    return with(setup, List.of(envs), setup.contexts(), setup.tools(), setup.mounts());
  }

  public static AgentSetup withConfig(AgentSetup setup, String key, String value) {
    return new AgentSetup(
        setup.identity(),
        Map.of(key, value),
        setup.envs(),
        setup.contexts(),
        setup.tools(),
        setup.mounts(),
        setup.dataFiles(),
        setup.skills(),
        setup.capabilities(),
        setup.network(),
        setup.hosts(),
        setup.limits());
  }

  /** An agent that reaches hosts through the proxy. */
  public static AgentSetup withHosts(AgentSetup setup, String... hosts) {
    return new AgentSetup(
        setup.identity(),
        setup.configs(),
        setup.envs(),
        setup.contexts(),
        setup.tools(),
        setup.mounts(),
        setup.dataFiles(),
        setup.skills(),
        setup.capabilities(),
        AgentSetup.EGRESS_NETWORK,
        List.of(hosts),
        setup.limits());
  }

  public static AgentSetup withContext(
      AgentSetup setup, List<AgentSetup.Context> contexts, List<AgentSetup.Mount> mounts) {
    return with(setup, setup.envs(), contexts, setup.tools(), mounts);
  }

  private static AgentSetup with(
      AgentSetup setup,
      List<AgentSetup.Env> envs,
      List<AgentSetup.Context> contexts,
      List<AgentSetup.Tool> tools,
      List<AgentSetup.Mount> mounts) {
    return new AgentSetup(
        setup.identity(),
        setup.configs(),
        envs,
        contexts,
        tools,
        mounts,
        setup.dataFiles(),
        setup.skills(),
        setup.capabilities(),
        setup.network(),
        setup.hosts(),
        setup.limits());
  }

  /** An agent all of whose texts are the same. */
  public static AgentSetup saying(String text) {
    return new AgentSetup(
        new AgentSetup.Identity(
            "id", text, text, text, new AgentSetup.Pin(text, text), new AgentSetup.Pin(text, text)),
        Map.of(),
        List.of(new AgentSetup.Env("GREETING", text, text, false)),
        List.of(),
        List.of(new AgentSetup.Tool("sh", text, "/opt/bins/sh")),
        List.of(new AgentSetup.Mount("/workspace/src", text, true)),
        List.of(new AgentSetup.DataFile("a.csv", text)),
        List.of(new AgentSetup.Skill("deploy", text)),
        List.of(new AgentSetup.Capability("wake-schedule", text)),
        "none",
        List.of(),
        new AgentSetup.Limits(0, 0, 0));
  }
}
