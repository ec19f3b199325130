package dev.otters.sessions.conversation;

import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.GrantedResources;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The agent's next turn, as it is set up now.
 *
 * @param maxParallelTurns the limit on turns of the agent at once; at least 1
 * @param blocks the sections of the system prompt, in order
 * @param tools the agent's tools that the model may call; empty for none
 * @param clientTools the tools of the session's client that the model may call; empty for none
 * @param resources the resources of the agent, with the grants of the session
 */
public record TurnSetup(
    TurnSettings settings,
    int maxParallelTurns,
    List<PromptBlock> blocks,
    List<ToolSchema> tools,
    List<ToolSchema> clientTools,
    GrantedResources resources) {
  /** Copies the lists. */
  public TurnSetup {
    blocks = List.copyOf(blocks);
    tools = List.copyOf(tools);
    clientTools = List.copyOf(clientTools);
  }

  /** Creates a setup without tools of a client and without resources. */
  public TurnSetup(
      TurnSettings settings,
      int maxParallelTurns,
      List<PromptBlock> blocks,
      List<ToolSchema> tools) {
    this(settings, maxParallelTurns, blocks, tools, List.of(), GrantedResources.NONE);
  }

  /** Returns the setup with tools of a client, but not those whose names the agent's tools have. */
  public TurnSetup with(List<ToolSchema> ofClient) {
    Set<String> own = tools.stream().map(ToolSchema::name).collect(Collectors.toSet());
    return new TurnSetup(
        settings,
        maxParallelTurns,
        blocks,
        tools,
        ofClient.stream().filter(tool -> !own.contains(tool.name())).toList(),
        resources);
  }

  /** Returns the setup with resources, of which it says and offers nothing yet. */
  public TurnSetup with(GrantedResources wanted) {
    return new TurnSetup(settings, maxParallelTurns, blocks, tools, clientTools, wanted);
  }

  /** Returns the setup without those tools of servers that tools of a client have the names of. */
  public TurnSetup without(List<ToolSchema> ofClient) {
    return with(resources.without(ofClient.stream().map(ToolSchema::name).toList()));
  }

  /** Returns the setup with further sections, and with tools unless their names are taken. */
  public TurnSetup with(List<PromptBlock> sections, List<ToolSchema> further) {
    Set<String> own = tools.stream().map(ToolSchema::name).collect(Collectors.toSet());
    return new TurnSetup(
        settings,
        maxParallelTurns,
        Stream.concat(blocks.stream(), sections.stream()).toList(),
        Stream.concat(tools.stream(), further.stream().filter(tool -> !own.contains(tool.name())))
            .toList(),
        clientTools,
        resources);
  }

  /**
   * Returns the setup with the sections that the turn keeps, or else those that it needs.
   *
   * @param kept those of its first attempt; empty if it had none
   * @param wake whether it answers a wake
   */
  public TurnSetup with(Optional<List<PromptBlock>> kept, boolean wake) {
    Stream<PromptBlock> own = blocks.stream().filter(block -> !block.origin().isKept());
    List<PromptBlock> sections =
        kept.map(before -> Stream.concat(own, before.stream()).toList())
            .orElseGet(() -> blocks.stream().filter(block -> wake || !block.isForWakes()).toList());
    return new TurnSetup(settings, maxParallelTurns, sections, tools, clientTools, resources);
  }

  /** Returns about how many bytes of a request the prompt and the tools take. */
  long size() {
    return blocks.stream().mapToLong(block -> block.text().length()).sum()
        + Stream.concat(tools.stream(), clientTools.stream())
            .mapToLong(tool -> tool.description().length() + tool.parametersJson().length())
            .sum();
  }
}
