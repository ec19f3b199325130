package dev.otters.sessions.resource;

import dev.otters.home.store.Rows;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.Block;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.Resources;
import dev.otters.resources.provider.ResourceToolContext.Run;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.PromptBlock;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.log.SessionId;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;

/**
 * The resources of one turn.
 *
 * @param redactor hides the secrets of the agent
 */
public record TurnResources(
    Resources resources,
    ActivationRow turn,
    SessionId session,
    Instant now,
    UnaryOperator<String> redactor) {
  /** Returns the setup of the turn with what it learns of its resources and may do with them. */
  public TurnSetup begin(Tx tx, TurnSetup setup) {
    return with(setup, resources.begin(tx, setup.resources(), run()));
  }

  /** Returns the setup that {@link #begin} would return, and stores nothing. */
  public TurnSetup preview(Rows rows, TurnSetup setup) {
    return with(setup, resources.sections(rows, setup.resources(), run()));
  }

  private TurnSetup with(TurnSetup setup, List<Resources.Section> sections) {
    return setup.with(
        sections.stream().map(this::block).toList(),
        resources.tools(setup.resources()).stream().map(this::schema).toList());
  }

  private PromptBlock block(Resources.Section section) {
    return PromptBlock.ofResource(
        new Block(
            "RESOURCE " + section.resource().name(),
            section.resource().description(),
            redactor.apply(section.text())));
  }

  /** A server may know secrets, and say them anywhere in its list. */
  private ToolSchema schema(Resources.Offered tool) {
    String about = tool.resource().description();
    return new ToolSchema(
        tool.name(),
        redactor.apply(tool.tool().description())
            + (about.isBlank() ? "" : "\n\nAbout it: " + about),
        Bodies.hidden(Bodies.read(tool.tool().inputJson()), redactor).toString());
  }

  private Run run() {
    return new Run(turn.id(), session.value(), turn.agent(), now);
  }

  /**
   * Answers the calls that only read, by their ids. They see what was stored before their step, and
   * may take long.
   */
  public Map<String, Resources.Said> read(
      Rows rows, List<ToolCall> calls, GrantedResources granted) {
    Map<String, Resources.Said> said = new HashMap<>();
    for (ToolCall call : calls) {
      if (resources.owns(granted, call.name()) && resources.reads(granted, call.name())) {
        asked(call).ifPresent(it -> said.put(call.id(), resources.read(rows, granted, run(), it)));
      }
    }
    return said;
  }

  /**
   * Runs a call in the transaction that stores its result, without the secrets that the daemon
   * knows, and returns what the model reads.
   *
   * @param read what {@link #read} returned
   */
  public EventBody.ToolResult answer(
      Tx tx, ToolCall call, GrantedResources granted, Map<String, Resources.Said> read) {
    Optional<Resources.Call> asked = asked(call);
    if (asked.isEmpty()) {
      return EventBody.ToolResult.failed(call, "the input is not JSON");
    }
    Resources.Said said = read.get(call.id());
    if (said == null) {
      said = resources.write(tx, granted, run(), asked.get());
    } else {
      resources.store(tx, granted, run(), asked.get(), said);
    }
    return said.failed()
        ? EventBody.ToolResult.failed(call, said.text())
        : EventBody.ToolResult.said(call, redactor.apply(said.text()));
  }

  private Optional<Resources.Call> asked(ToolCall call) {
    try {
      return Optional.of(
          new Resources.Call(
              call.name(), Bodies.hidden(Bodies.read(call.argumentsJson()), redactor)));
    } catch (JacksonException _) {
      return Optional.empty();
    }
  }

  /** Returns whether a call is for a resource of its turn, and for no tool with the same name. */
  public static boolean isCalled(Resources resources, String name, Contexts.Loaded loaded) {
    return loaded
        .context()
        .resources()
        .filter(granted -> resources.owns(granted, name))
        .filter(_ -> !others(loaded).contains(name))
        .isPresent();
  }

  /** Returns the tool of a server that a turn calls by a name; empty if the name is another's. */
  public static Optional<Resources.Served> served(String name, Contexts.Loaded loaded) {
    return loaded
        .context()
        .resources()
        .filter(_ -> isCalled(Resources.SHIPPED, name, loaded))
        .flatMap(granted -> Resources.served(granted, name));
  }

  /** Returns whether a gate holds a tool: by its name, or by that of the RESOURCE with it. */
  public static boolean isGated(Gate gate, String name, Contexts.Loaded loaded) {
    return gate.has(name)
        || served(name, loaded).filter(it -> gate.has(it.resource().name())).isPresent();
  }

  private static Set<String> others(Contexts.Loaded loaded) {
    return loaded.tools().stream()
        .filter(
            tool ->
                tool.parametersJson().equals(ToolSchema.BIN_INPUT)
                    || loaded.clientTools().containsKey(tool.name()))
        .map(ToolSchema::name)
        .collect(Collectors.toSet());
  }
}
