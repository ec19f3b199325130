package dev.otters.agents.sandboxes;

import dev.otters.agentfile.ConfigKeys;
import dev.otters.agentfile.resolve.Overrides;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.Lifecycle;
import dev.otters.agents.rows.PromptRows;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.oci.OciException;
import dev.otters.sessions.log.OwnSandboxes;
import java.util.Map;
import java.util.Optional;

/** The choice which sessions of an agent get a sandbox of their own. Thread-safe. */
public record Separation(PromptRows prompts, ImageSource images) {
  /** Returns the rule for the new sessions of an agent. */
  public OwnSandboxes.Rule rule(Agent agent) {
    if (agent.placement().executor() == ExecutorKind.UNSANDBOXED) {
      return OwnSandboxes.Rule.ONE_SET_OF_GRANTS;
    }
    return separatesAll(agent) ? OwnSandboxes.Rule.ALL : OwnSandboxes.Rule.OTHER_GRANTS;
  }

  /** Returns whether each new session of an agent gets a sandbox of its own. */
  public boolean separatesAll(Agent agent) {
    Map<String, String> given = Overrides.texts(agent.spec().given());
    String scope =
        Optional.ofNullable(given.get(ConfigKeys.WORKSPACE_SCOPE))
            .or(() -> Optional.ofNullable(configs(agent).get(ConfigKeys.WORKSPACE_SCOPE)))
            .orElse("");
    return scope.equals(TurnConfig.SESSION);
  }

  /**
   * Returns the CONFIGs of the image. Until it has run, those of the last prompt are of another.
   */
  private Map<String, String> configs(Agent agent) {
    Optional<Map<String, String>> last = prompts.find(agent.id()).map(PromptRows.Prompt::configs);
    if (agent.state() instanceof Lifecycle.Ready && last.isPresent()) {
      return last.get();
    }
    try {
      return new TurnConfig(agent.spec().definition(images.agent(agent.spec().image()))).texts();
    } catch (OciException _) {
      return last.orElse(Map.of());
    }
  }
}
