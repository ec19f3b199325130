package dev.otters.agents.setup;

import dev.otters.agentfile.Env;
import dev.otters.agents.image.ImageSource;
import dev.otters.agents.rows.Agent;
import dev.otters.agents.rows.PromptRows;
import dev.otters.home.text.Secrets;
import dev.otters.oci.OciException;
import dev.otters.oci.agent.AgentImage;
import dev.otters.protocol.Secrecy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Enters the secret values that agents were given into the table of secrets. */
public record AgentSecrets(Secrets table, PromptRows prompts, ImageSource images) {
  /** Enters the values of an agent that starts. */
  public void enter(Agent agent, AgentImage image) {
    enter(agent, declared(image));
  }

  /** Enters the values of an agent whose image may be unreadable for a while. */
  public void enter(Agent agent) {
    enter(
        agent,
        prompts
            .find(agent.id())
            .flatMap(prompt -> Optional.ofNullable(prompt.secrets()))
            .orElseGet(() -> readable(agent)));
  }

  private void enter(Agent agent, List<String> declared) {
    List<String> given =
        agent.spec().env().entrySet().stream()
            .filter(variable -> Secrecy.isSecret(variable.getKey(), variable.getValue()))
            .map(Map.Entry::getValue)
            .toList();
    table.agent(agent.id(), given);
    table.declared(agent.id(), declared);
  }

  private List<String> readable(Agent agent) {
    try {
      return declared(images.agent(agent.spec().image()));
    } catch (OciException _) {
      return List.of();
    }
  }

  /** Returns the values of the secret variables that an image declares. */
  public static List<String> declared(AgentImage image) {
    return image.agentfile().inForce(Env.class).stream()
        .filter(env -> Secrecy.isSecret(env.key(), env.value()))
        .map(Env::value)
        .toList();
  }
}
