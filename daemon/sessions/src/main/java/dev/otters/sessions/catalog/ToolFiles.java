package dev.otters.sessions.catalog;

import dev.otters.models.chat.ToolSchema;
import dev.otters.resources.Resources;
import dev.otters.sessions.approval.Gate;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.resource.FileTools;
import dev.otters.sessions.resource.LearningTools;
import dev.otters.sessions.resource.TurnResources;
import dev.otters.sessions.wake.WakeTool;
import java.util.ArrayList;
import java.util.List;

/** The files about the tools of a turn. */
record ToolFiles(Contexts.Loaded loaded) {
  /**
   * The content of {@code managed-tools.json}.
   *
   * @param count the number of all tools, of which the list may have fewer
   */
  record Tools(int count, List<Tool> tools) {}

  /**
   * A tool of a turn.
   *
   * @param ownership {@code sandbox} for a BIN, {@code resource} for one of a RESOURCE, {@code
   *     client} for one of the session's client, and {@code otters} for the daemon's own
   * @param permissionPolicy {@code always_ask} if the operator must allow each call, or else {@code
   *     always_allow}
   */
  record Tool(String name, String ownership, String permissionPolicy, String description) {}

  /** The content of {@code permissions.json}. */
  record Permissions(List<String> alwaysAskTools, List<String> alwaysAllowTools) {}

  private static final String ASK = "always_ask";

  List<CatalogFile> all() {
    Gate gate = Gate.of(loaded.context().settings().options());
    List<Tool> tools =
        loaded.tools().stream()
            .map(
                tool ->
                    new Tool(
                        tool.name(),
                        ownership(tool),
                        TurnResources.isGated(gate, tool.name(), loaded) ? ASK : "always_allow",
                        CatalogFile.brief(tool.description())))
            .toList();
    List<CatalogFile> files = new ArrayList<>();
    files.add(CatalogFile.json("managed-tools", new Tools(tools.size(), CatalogFile.cut(tools))));
    files.addAll(
        CatalogFile.twins(
            "permissions",
            "Permissions",
            new Permissions(names(tools, true), names(tools, false))));
    return files;
  }

  private static List<String> names(List<Tool> tools, boolean asking) {
    return CatalogFile.cut(
        tools.stream()
            .filter(tool -> tool.permissionPolicy().equals(ASK) == asking)
            .map(Tool::name)
            .toList());
  }

  private String ownership(ToolSchema tool) {
    String name = tool.name();
    if (loaded.clientTools().containsKey(name)) {
      return "client";
    }
    if (TurnResources.isCalled(Resources.SHIPPED, name, loaded)) {
      return "resource";
    }
    boolean own =
        WakeTool.isCalled(name, loaded.tools())
            || FileTools.isCalled(name, loaded.tools())
            || LearningTools.isCalled(name, loaded.tools());
    return own ? "otters" : "sandbox";
  }
}
