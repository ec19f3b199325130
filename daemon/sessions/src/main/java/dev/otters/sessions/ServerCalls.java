package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.GrantedResources;
import dev.otters.resources.Resources;
import dev.otters.resources.mcp.McpProvider;
import dev.otters.resources.provider.ResourceException;
import dev.otters.resources.provider.ResourceServers;
import dev.otters.resources.provider.ResourceToolContext.Run;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.TurnSetup;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.Bodies;
import dev.otters.sessions.resource.TurnResources;
import dev.otters.sessions.schema.AnswerSchema;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.UnaryOperator;
import tools.jackson.core.JacksonException;

/** The calls of tools of servers. The daemon makes each once, outside of every transaction. */
record ServerCalls(Ledger ledger, AgentDirectory directory) {
  /**
   * Returns the setup of a turn with the tools of the servers of its resources.
   *
   * @param wait whether to wait some seconds for servers that were not asked before
   */
  static TurnSetup offered(ResourceServers servers, UUID agent, TurnSetup setup, boolean wait) {
    GrantedResources declared = setup.resources();
    List<String> taken = setup.tools().stream().map(ToolSchema::name).toList();
    return declared.resources().isEmpty()
        ? setup
        : setup.with(
            Resources.SHIPPED.with(
                declared, servers.found(agent, declared.resources(), wait), taken));
  }

  /** Returns whether a call of a turn is one of these, and not one of a tool with the same name. */
  static boolean isOne(ToolCall call, Contexts.Loaded loaded) {
    return TurnResources.served(call.name(), loaded).isPresent();
  }

  /** Returns whether a call that was stored is one of these; false if its turn was removed. */
  boolean isOne(Approval approval) {
    Approval.Place place = approval.place();
    return ledger
        .database()
        .read(
            rows ->
                ledger
                    .activations()
                    .find(rows, place.agent(), place.activation())
                    .filter(turn -> Contexts.any(rows, turn))
                    .filter(turn -> isOne(approval.call(), Contexts.load(rows, turn)))
                    .isPresent());
  }

  /** Returns the BIN that answers a stored call; empty if its server runs elsewhere. */
  Optional<String> program(Approval approval) {
    return ledger
        .database()
        .read(rows -> TurnResources.served(approval.call().name(), loaded(rows, approval)))
        .flatMap(it -> McpProvider.bin(it.resource()));
  }

  private Contexts.Loaded loaded(Rows rows, Approval approval) {
    return Contexts.load(rows, turn(rows, approval));
  }

  private ActivationRow turn(Rows rows, Approval approval) {
    Approval.Place place = approval.place();
    return ledger.activations().find(rows, place.agent(), place.activation()).orElseThrow();
  }

  /** Makes a call, if the turn may make it and its input has the right form. */
  EventBody.ToolResult run(Approval approval) {
    ToolCall call = approval.call();
    Approval.Place place = approval.place();
    Contexts.Loaded loaded = ledger.database().read(rows -> loaded(rows, approval));
    GrantedResources granted = loaded.context().resources().orElseThrow();
    Resources.Served served = TurnResources.served(call.name(), loaded).orElseThrow();
    UnaryOperator<String> redactor = directory.redactor(place.agent());
    Run run = new Run(place.activation(), place.id().value(), place.agent(), ledger.time().now());
    Optional<String> denial =
        ledger.database().write(tx -> Resources.admit(tx, granted, run, served));
    if (denial.isPresent()) {
      return EventBody.ToolResult.failed(call, denial.get());
    }
    try {
      String input = Bodies.hidden(Bodies.read(call.argumentsJson()), redactor).toString();
      Optional<String> wrong = AnswerSchema.problem(served.tool().tool().inputJson(), input);
      if (wrong.isPresent()) {
        return EventBody.ToolResult.failed(call, "the input does not fit: " + wrong.get());
      }
      String text =
          ledger
              .servers()
              .call(
                  place.agent(),
                  granted.granted(),
                  served.resource(),
                  new ResourceServers.Asked(served.tool().name(), input, redactor));
      return EventBody.ToolResult.said(call, text);
    } catch (JacksonException e) {
      return EventBody.ToolResult.failed(call, "the input is not JSON");
    } catch (ResourceException e) {
      return EventBody.ToolResult.failed(call, redactor.apply(String.valueOf(e.getMessage())));
    }
  }
}
