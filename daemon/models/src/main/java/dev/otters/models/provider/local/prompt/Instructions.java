package dev.otters.models.provider.local.prompt;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Shortens an agent's instructions for a small model, which reads some 25 tokens a second. Of the
 * text that the runtime generates, only the agent's name and purpose, its data files, its skills,
 * its environment and its mounts stay. The text of the Agentfile stays as it is.
 */
final class Instructions {
  private static final String BETWEEN = "\n\n---\n\n";
  private static final String AGENT = "## AGENT\n";
  private static final String WORKSPACE = "## WORKSPACE\n";
  private static final String CHAPTER = "\n##### ";
  private static final Set<String> KEPT = Set.of("Data Files", "Skills", "Environment");

  private Instructions() {}

  /** Returns the short form. A text that the runtime did not write is returned unchanged. */
  static String brief(String system) {
    List<String> sections = List.of(system.split(BETWEEN));
    if (sections.size() < 2
        || !sections.getFirst().startsWith(AGENT)
        || !sections.get(1).startsWith(WORKSPACE)) {
      return system;
    }
    List<String> kept = new ArrayList<>();
    kept.add(agent(sections.getFirst()));
    kept.addAll(sections.subList(2, sections.size()));
    return String.join("\n\n", kept);
  }

  private static String agent(String section) {
    List<String> chapters = List.of(section.split(CHAPTER));
    List<String> kept = new ArrayList<>();
    kept.add(title(chapters.getFirst()));
    chapters.stream()
        .skip(1)
        .filter(chapter -> KEPT.contains(chapter.lines().findFirst().orElse("")))
        .map(chapter -> "## " + chapter.strip())
        .forEach(kept::add);
    return String.join("\n\n", kept);
  }

  /** Removes the text before the agent's own title. */
  private static String title(String chapter) {
    int own = chapter.indexOf("\n#### ");
    return (own < 0 ? chapter : chapter.substring(own + "\n###".length())).strip();
  }
}
