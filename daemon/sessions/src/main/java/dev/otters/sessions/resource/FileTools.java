package dev.otters.sessions.resource;

import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.writeback.WritebackTools;
import dev.otters.sessions.outcome.OutcomeTools;
import java.util.List;
import java.util.stream.Stream;

/** The tools for durable files and outcomes, among the tools of an agent. */
public final class FileTools {
  /** The tools as models see them. */
  public static final List<ToolSchema> SCHEMAS =
      Stream.concat(
              WritebackTools.ALL.stream()
                  .map(tool -> new ToolSchema(tool.name(), tool.description(), tool.inputJson())),
              OutcomeTools.SCHEMAS.stream())
          .toList();

  private FileTools() {}

  /** Returns whether a call of this name among these tools is one of these tools. */
  public static boolean isCalled(String name, List<ToolSchema> tools) {
    return tools.stream().anyMatch(tool -> isOwn(tool, name));
  }

  private static boolean isOwn(ToolSchema tool, String name) {
    return tool.name().equals(name) && SCHEMAS.contains(tool);
  }

  /** Returns whether a call needs the outcome of its session to be met. */
  public static boolean needsOutcome(String name, List<ToolSchema> tools) {
    return WritebackTools.ASKING.contains(name) && isCalled(name, tools);
  }

  /** Returns which of these tools ask the operator before each call. */
  public static List<String> asking(List<ToolSchema> tools) {
    return WritebackTools.ASKING.stream().sorted().filter(name -> isCalled(name, tools)).toList();
  }
}
