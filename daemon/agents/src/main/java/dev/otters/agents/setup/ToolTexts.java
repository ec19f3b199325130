package dev.otters.agents.setup;

import dev.otters.agentfile.Bin;
import dev.otters.agents.rows.Tool;
import dev.otters.oci.Platform;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.bin.BinImages;

/** Finds the usage text of a tool: the Agentfile's, or else that of the tool's image. */
public record ToolTexts(BinImages bins, Platform platform) {
  /** Returns the text; empty if there is none. */
  String usage(Tool tool, AgentImage image) {
    return image.agentfile().inForce(Bin.class).stream()
        .filter(bin -> bin.name().equals(tool.name()))
        .map(Bin::usage)
        .filter(text -> !text.isBlank())
        .findFirst()
        .orElseGet(() -> bins.inspect(tool.image().digest(), platform).usage());
  }
}
