package dev.otters.agents.sandboxes;

import static dev.otters.agentfile.ConfigKeys.WORKSPACE_SCOPE;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.resolve.Overrides;
import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.PromptRows;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.sessions.log.OwnSandboxes;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The choice which sessions of an agent get a sandbox of their own. It is made for each message, so
 * it remembers what the images say, which never changes. Thread-safe.
 */
public final class Separation {
  /** The limit on images that are remembered. */
  private static final int MOST = 256;

  private final PromptRows prompts;
  private final ImageSource images;

  /** The value of the CONFIG in images; empty for none. */
  private final SequencedMap<Digest, String> known = new LinkedHashMap<>(16, 0.75f, true);

  public Separation(PromptRows prompts, ImageSource images) {
    this.prompts = prompts;
    this.images = images;
  }

  /** Returns the rule for the new sessions of an agent. */
  public OwnSandboxes.Rule rule(Agent agent) {
    if (agent.placement().executor() == ExecutorKind.UNSANDBOXED) {
      return OwnSandboxes.Rule.ONE_SET_OF_GRANTS;
    }
    return separatesAll(agent) ? OwnSandboxes.Rule.ALL : OwnSandboxes.Rule.OTHER_GRANTS;
  }

  /** Returns whether each new session of an agent gets a sandbox of its own. */
  public boolean separatesAll(Agent agent) {
    return agent.placement().executor() != ExecutorKind.UNSANDBOXED
        && Optional.ofNullable(Overrides.texts(agent.spec().given()).get(WORKSPACE_SCOPE))
            .orElseGet(() -> ofImage(agent))
            .equals(TurnConfig.SESSION);
  }

  private String ofImage(Agent agent) {
    ImagePin image = agent.spec().image();
    synchronized (known) {
      String before = known.get(image.digest());
      if (before != null) {
        return before;
      }
    }
    try {
      Agentfile definition = agent.spec().definition(images.agent(image));
      String scope = new TurnConfig(definition).texts().getOrDefault(WORKSPACE_SCOPE, "");
      remember(image.digest(), scope);
      return scope;
    } catch (OciException _) {
      return ofLastPrompt(agent);
    }
  }

  private String ofLastPrompt(Agent agent) {
    return prompts
        .find(agent.id())
        .map(it -> it.configs().getOrDefault(WORKSPACE_SCOPE, ""))
        .orElse("");
  }

  private void remember(Digest image, String scope) {
    synchronized (known) {
      known.put(image, scope);
      while (known.size() > MOST) {
        known.pollFirstEntry();
      }
    }
  }
}
