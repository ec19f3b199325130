package dev.otters.sessions.resource;

import dev.otters.home.store.Tx;
import dev.otters.models.chat.ToolSchema;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.resources.learning.LearningCalls;
import dev.otters.resources.learning.LearningRows;
import dev.otters.resources.provider.ResourceException;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.log.Bodies;
import java.util.List;
import tools.jackson.core.JacksonException;

/** The tools for learnings, among the tools of an agent. */
public final class LearningTools {
  /** The tools as models see them. */
  public static final List<ToolSchema> SCHEMAS =
      LearningCalls.TOOLS.stream()
          .map(tool -> new ToolSchema(tool.name(), tool.description(), tool.inputJson()))
          .toList();

  private LearningTools() {}

  /** Returns whether a call of this name among these tools is one of these tools. */
  public static boolean isCalled(String name, List<ToolSchema> tools) {
    return tools.stream().anyMatch(tool -> tool.name().equals(name) && SCHEMAS.contains(tool));
  }

  /** Returns whether one of these calls may have recorded something. */
  public static boolean mayRecord(List<ToolCall> calls, Contexts.Loaded loaded) {
    return calls.stream()
        .map(ToolCall::name)
        .anyMatch(name -> name.equals(LearningCalls.RECORD) && isCalled(name, loaded.tools()));
  }

  /**
   * Runs a call in the transaction that stores its result.
   *
   * @param granted whether the session was created with grants
   */
  public static EventBody.ToolResult answer(
      Tx tx, TurnResources of, boolean granted, ToolCall call) {
    LearningCalls calls =
        new LearningCalls(
            new LearningRows.Author(of.turn().agent(), of.session().value(), of.turn().id()),
            granted,
            of.now(),
            of.redactor());
    try {
      return EventBody.ToolResult.said(
          call, calls.run(tx, call.name(), Bodies.read(call.argumentsJson())));
    } catch (JacksonException _) {
      return EventBody.ToolResult.failed(call, "the input is not JSON");
    } catch (ResourceException e) {
      return EventBody.ToolResult.failed(call, String.valueOf(e.getMessage()));
    }
  }
}
