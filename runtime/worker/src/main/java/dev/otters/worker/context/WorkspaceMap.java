package dev.otters.worker.context;

import dev.otters.protocol.AgentSetup;
import dev.otters.protocol.Markdown;
import dev.otters.worker.sandbox.SandboxPaths;
import java.nio.file.Path;
import java.util.List;

/** Writes WORKSPACE.md: the folders with their true paths, for use in tool calls. */
final class WorkspaceMap {
  private static final String SANDBOX =
      "You live in a sandbox with a file system of its own; nothing of the machine around it is"
          + " visible here.";
  private static final String MACHINE =
      "You run on the machine itself, without a sandbox, and these folders of it are yours.";
  private static final String SANDBOX_RULES =
      """
      - Leave everything under `etc` and `opt` as it is; what counts there is read-only.
      - Folders and files of the machine outside are reachable only where MOUNTS.md lists them. \
      Without that file there are none.
      """;
  private static final String MACHINE_RULES =
      """
      - Change nothing else on the machine, and read nothing else: only the folders above and what \
      MOUNTS.md lists, if that file is there, are meant for you.
      """;

  private WorkspaceMap() {}

  /**
   * Writes the file.
   *
   * @param files the context files next to it, in order
   */
  static String of(AgentSetup setup, SandboxPaths paths, List<ContextFile> files) {
    String fixed = paths.sandboxed() ? "read-only" : "not to be changed";
    StringBuilder text = new StringBuilder();
    text.append("# Your workspace\n\n");
    text.append(paths.sandboxed() ? SANDBOX : MACHINE);
    text.append(" Use the paths below as they stand: each works in every call of a binary.\n\n");
    text.append("## Layout\n\n");
    bullet(
        text, 0, paths.workspace(), "your files. Binaries start here, relative paths begin here.");
    bullet(
        text,
        2,
        paths.workspace().resolve("agent"),
        "files that you have in every session, " + fixed + ".");
    bullet(
        text,
        2,
        paths.sessions(),
        "the files of each session. That of the current one is OTTERS_SESSION_DIR.");
    bullet(text, 0, paths.home(), "HOME: settings and caches of programs.");
    bullet(text, 0, paths.tmp(), "TMPDIR: scratch, emptied at every start.");
    bullet(text, 0, paths.varLib(), "state that programs keep.");
    bullet(
        text,
        0,
        paths.runtime(),
        "scratch and long outputs of each session. That of the current one is OTTERS_RUNTIME_DIR.");
    bullet(text, 0, paths.bins(), "your binaries, " + fixed + "; the only entry on PATH.");
    setup.tools().forEach(tool -> bullet(text, 2, Path.of(tool.binary()), tool.description()));
    bullet(text, 0, paths.data(), "data files of the image, " + fixed + ".");
    setup
        .dataFiles()
        .forEach(file -> bullet(text, 2, paths.data().resolve(file.name()), file.description()));
    if (!setup.skills().isEmpty()) {
      bullet(text, 0, paths.skills(), "your skills, " + fixed + ".");
    }
    bullet(text, 0, paths.context(), "the files that you are reading now.");
    files.forEach(
        file -> bullet(text, 2, paths.context().resolve(file.fileName()), file.description()));
    bullet(text, 0, paths.agentfile(), "what you were built from, " + fixed + ".");
    bullet(text, 0, paths.agentYaml(), "how you were set up, " + fixed + ".");
    text.append(
        """

        ## Rules

        - Write in the workspace, in TMPDIR or in HOME.
        """);
    text.append(paths.sandboxed() ? SANDBOX_RULES : MACHINE_RULES);
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
