package dev.otters.worker.context;

import dev.otters.protocol.AgentSetup;
import dev.otters.worker.sandbox.SandboxPaths;
import java.nio.file.Path;
import java.util.List;

/** Writes WORKSPACE.md: the tree with its true paths, to be copied into tool calls. */
final class WorkspaceMap {
  private WorkspaceMap() {}

  /**
   * Writes the file.
   *
   * @param files the context files that lie beside it, in order
   */
  static String of(AgentSetup setup, SandboxPaths paths, List<ContextFile> files) {
    StringBuilder text = new StringBuilder();
    text.append(
        """
        # Your workspace

        You live in a sandbox with a file system of its own; nothing of the machine around it is \
        visible here. Use the paths below as they stand: each works in every call of a binary.

        ## Layout

        """);
    bullet(
        text, 0, paths.workspace(), "your files. Binaries start here, relative paths begin here.");
    bullet(text, 0, paths.home(), "HOME: settings and caches of programs.");
    bullet(text, 0, paths.tmp(), "TMPDIR: scratch, emptied at every start.");
    bullet(text, 0, paths.varLib(), "state that programs keep.");
    bullet(text, 0, paths.runtime(), "long outputs of your calls, one folder for each session.");
    bullet(text, 0, paths.bins(), "your binaries, read-only; the only entry on PATH.");
    setup.tools().forEach(tool -> bullet(text, 2, Path.of(tool.binary()), tool.description()));
    bullet(text, 0, paths.data(), "data files of the image, read-only.");
    setup
        .dataFiles()
        .forEach(file -> bullet(text, 2, paths.data().resolve(file.name()), file.description()));
    bullet(text, 0, paths.context(), "the files that you are reading now.");
    files.forEach(
        file -> bullet(text, 2, paths.context().resolve(file.fileName()), file.description()));
    bullet(text, 0, paths.agentfile(), "what you were built from, read-only.");
    bullet(text, 0, paths.agentYaml(), "how you were set up, read-only.");
    text.append(
        """

        ## Rules

        - Write in the workspace, in TMPDIR or in HOME.
        - Leave everything under `etc` and `opt` as it is; what counts there is read-only.
        - Folders and files of the machine outside are reachable only where MOUNTS.md lists them. \
        Without that file there are none.
        """);
    return text.toString();
  }

  private static void bullet(StringBuilder text, int indent, Path path, String description) {
    text.append(" ".repeat(indent)).append("- ").append(Markdown.code(path.toString()));
    if (!description.isBlank()) {
      text.append(" — ").append(Markdown.inline(description));
    }
    text.append('\n');
  }
}
