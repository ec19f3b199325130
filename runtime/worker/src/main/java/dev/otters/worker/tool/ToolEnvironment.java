package dev.otters.worker.tool;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.SandboxModels;
import dev.otters.protocol.SandboxProxy;
import dev.otters.worker.log.Log;
import dev.otters.worker.sandbox.SandboxPaths;
import dev.otters.worker.sandbox.SessionPaths;
import java.util.Map;
import java.util.TreeMap;

/** The environment of the tools: fixed variables and the agent's own. Nothing is inherited. */
final class ToolEnvironment {
  private final Map<String, String> variables;

  private ToolEnvironment(Map<String, String> variables) {
    this.variables = variables;
  }

  /** Builds the environment. Invalid variables are left out and logged. */
  static ToolEnvironment of(AgentSetup setup, SandboxPaths paths, Log log) {
    Map<String, String> locked =
        Map.of(
            "PATH", paths.bins().toString(),
            "HOME", paths.home().toString(),
            "TMPDIR", paths.tmp().toString(),
            "XDG_CONFIG_HOME", paths.home().resolve(".config").toString(),
            "XDG_CACHE_HOME", paths.home().resolve(".cache").toString(),
            "XDG_DATA_HOME", paths.home().resolve(".local/share").toString(),
            "XDG_STATE_HOME", paths.home().resolve(".local/state").toString(),
            "LANG", "C.UTF-8",
            "OTTERS_AGENT_ROOT", paths.root().toString());
    Map<String, String> variables = new TreeMap<>(locked);
    if (setup.network().equals(AgentSetup.EGRESS_NETWORK)) {
      variables.putAll(SandboxProxy.VARIABLES);
    }
    if (SandboxModels.isOn(setup.configs())) {
      variables.putAll(SandboxModels.VARIABLES);
    }
    for (AgentSetup.Env env : setup.envs()) {
      if (locked.containsKey(env.key()) || env.key().startsWith("OTTERS")) {
        log.line("ENV " + env.key() + " skipped: the name is reserved");
      } else if (env.key().isEmpty() || env.key().matches("(?s).*[=\0].*")) {
        log.line("ENV " + env.key() + " skipped: the name is not valid");
      } else if (env.value().indexOf('\0') >= 0) {
        log.line("ENV " + env.key() + " skipped: its value holds a NUL");
      } else {
        variables.put(env.key(), env.value());
      }
    }
    return new ToolEnvironment(variables);
  }

  /** Replaces the environment of a new process. */
  void applyTo(ProcessBuilder builder, SessionPaths session) {
    builder.environment().clear();
    builder.environment().putAll(variables);
    builder.environment().put("OTTERS_SESSION_DIR", session.files().toString());
    builder.environment().put("OTTERS_RUNTIME_DIR", session.scratch().toString());
  }
}
