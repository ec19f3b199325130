package dev.otters.agents.substrate;

import dev.otters.agents.rows.PromptRows.Prompt;
import dev.otters.agents.start.Launch;
import dev.otters.agents.start.Step;
import dev.otters.oci.agent.AgentImage;
import dev.otters.resources.substrate.Substrate;
import dev.otters.sessions.conversation.PromptBlock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.UnaryOperator;

/** The durable files of agents, as their starts and prompts use them. */
public record AgentSubstrates(Substrate files) {
  private static final Set<String> SECTIONS = SubstratePrompt.sections(Substrate.USUAL);

  /** Returns the step of a start that prepares the files. */
  public Step<Launch> step() {
    return Step.lasting("prepare substrate", "start", this::prepare);
  }

  private void prepare(Launch start) {
    AgentImage image = start.image();
    Map<String, String> declared = new HashMap<>();
    image.contexts().stream()
        .filter(context -> SECTIONS.contains(context.name()))
        .forEach(context -> declared.put(context.name() + ".md", context.text()));
    for (String name : files.prepare(start.agent().id(), declared)) {
      String notice = name + " was promoted, and that of the image is not used";
      start.progress().update(notice, 0, 0, "notice");
    }
  }

  /** Returns the sections of an agent's prompt. */
  public List<PromptBlock> sections(UUID agent, Prompt prompt, UnaryOperator<String> redactor) {
    return files
        .prompt(agent)
        .map(all -> new SubstratePrompt(prompt, redactor).blocks(SECTIONS, all))
        .orElse(prompt.blocks());
  }
}
