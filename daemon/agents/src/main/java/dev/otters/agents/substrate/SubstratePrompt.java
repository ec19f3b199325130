package dev.otters.agents.substrate;

import dev.otters.agents.rows.PromptRows.Prompt;
import dev.otters.protocol.Block;
import dev.otters.resources.substrate.Content;
import dev.otters.resources.substrate.Substrate.PromptFile;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.conversation.PromptBlock.Origin;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The sections of an agent's prompt with its durable files.
 *
 * @param redactor hides the secrets of the agent
 */
record SubstratePrompt(Prompt prompt, UnaryOperator<String> redactor) {
  /**
   * Returns the sections: those of the runtime, the CONTEXTs, of which the durable files replace
   * their namesakes, and the other durable files. Empty ones are left out.
   *
   * @param usual the names of all usual files
   * @param files the usual files that the agent has
   */
  List<PromptBlock> blocks(Set<String> usual, List<PromptFile> files) {
    Map<String, PromptFile> left = new LinkedHashMap<>();
    files.forEach(file -> left.put(file.name(), file));
    List<PromptBlock> blocks = new ArrayList<>();
    for (PromptBlock block : prompt.blocks()) {
      if (block.origin() == Origin.CONTEXT && usual.contains(block.name())) {
        PromptFile file = left.remove(block.name());
        if (file != null) {
          blocks.add(file.beginning().map(text -> section(file, text)).orElse(block));
        }
      } else {
        blocks.add(block);
      }
    }
    left.values()
        .forEach(file -> file.beginning().ifPresent(text -> blocks.add(section(file, text))));
    return blocks.stream().filter(block -> !block.text().isEmpty()).toList();
  }

  private PromptBlock section(PromptFile file, Content beginning) {
    Map<String, String> descriptions = Objects.requireNonNullElse(prompt.descriptions(), Map.of());
    // A cut may go through a character, and a file may be no text.
    String text = new String(beginning.bytes(), StandardCharsets.UTF_8).replace('\0', '\uFFFD');
    return PromptBlock.ofSubstrate(
        new Block(file.name(), descriptions.getOrDefault(file.name(), ""), redactor.apply(text)),
        file.isCut() ? OptionalLong.of(file.version().bytes()) : OptionalLong.empty());
  }

  /** Returns the names of the sections of files. */
  static Set<String> sections(List<String> files) {
    Set<String> names = new HashSet<>();
    files.forEach(file -> names.add(file.substring(0, file.length() - ".md".length())));
    return names;
  }
}
