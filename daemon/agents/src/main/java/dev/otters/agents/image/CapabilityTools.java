package dev.otters.agents.image;

import dev.otters.agentfile.Agentfile;
import dev.otters.agentfile.Capability;
import dev.otters.models.chat.ToolSchema;
import dev.otters.sessions.resource.FileTools;
import dev.otters.sessions.resource.LearningTools;
import java.util.ArrayList;
import java.util.List;

/** The tools of capabilities that have several. */
public final class CapabilityTools {
  private CapabilityTools() {}

  /** Returns those of an Agentfile; empty for none. */
  public static List<ToolSchema> of(Agentfile agentfile) {
    List<ToolSchema> tools = new ArrayList<>();
    if (agentfile.capabilities().contains(Capability.WRITEBACK)) {
      tools.addAll(FileTools.SCHEMAS);
    }
    if (agentfile.capabilities().contains(Capability.LEARNINGS)) {
      tools.addAll(LearningTools.SCHEMAS);
    }
    return tools;
  }
}
