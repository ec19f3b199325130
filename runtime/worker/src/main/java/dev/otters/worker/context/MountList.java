package dev.otters.worker.context;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Markdown;

/** Writes MOUNTS.md: the operator's mounts, without their sources. */
final class MountList {
  private MountList() {}

  static String of(AgentSetup setup) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Mounted paths

        The operator made these files and folders of the machine outside available to you. They \
        are the real ones: a change in a read-write mount is a change outside.

        """);
    for (AgentSetup.Mount mount : setup.mounts()) {
      text.append("- ").append(Markdown.code(mount.target()));
      text.append(mount.readOnly() ? " *(ro, read-only)*" : " *(rw, read-write)*");
      if (!mount.description().isBlank()) {
        text.append(" — ").append(Markdown.inline(mount.description()));
      }
      text.append('\n');
    }
    if (setup.mounts().stream().anyMatch(AgentSetup.Mount::readOnly)) {
      text.append("\nWriting to a read-only mount fails, whatever program tries.\n");
    }
    return text.toString();
  }
}
