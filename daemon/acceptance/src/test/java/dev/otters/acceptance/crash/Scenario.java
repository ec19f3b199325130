package dev.otters.acceptance.crash;

import java.util.Locale;

/** What is under way when a process is killed: an agent, and what is sent to it. */
enum Scenario {
  /** A message whose answer needs a tool. */
  TOOL("append", "BIN sh otters/tools/sh:latest \"A shell.\"\n", 2),

  /** A message whose answer needs a tool that the operator must allow. */
  GATED("append", "CONFIG ask-tools=\"sh\"\nBIN sh otters/tools/sh:latest \"A shell.\"\n", 2),

  /** A message in a session that is so long that a summary comes first. */
  LONG("chat", "CONFIG memory-strategy=summarize\nCONFIG memory-max-messages=4\n", 2),

  /** A wake whose answer needs a tool. */
  WAKE("append", "BIN sh otters/tools/sh:latest \"A shell.\"\n", 2),

  /** A message whose answer needs a tool of the client. */
  CUSTOM("ask", "", 2),

  /** A message whose answer writes two durable files at once, which the operator must allow. */
  PROMOTE("promote", "BIN sh otters/tools/sh:latest \"A shell.\"\nCAPABILITY writeback\n", 4),

  /** A message whose answer restores a durable file, which the operator must allow. */
  RESTORE("restore", "CAPABILITY writeback\n", 4),

  /** A message whose answer needs a tool of an MCP server that runs in a sandbox. */
  SERVER("serve", Lines.SERVER, 2),

  /** A message whose answer needs a tool, in a session with a sandbox of its own. */
  SCOPED(
      "append", "CONFIG workspace-scope=session\nBIN sh otters/tools/sh:latest \"A shell.\"\n", 2);

  private static final class Lines {
    private static final String SERVER =
        """
        BIN python3 otters/tools/python3:latest "Runs the server."
        RESOURCE papers kind=mcp bin=python3 mode=read-write args="/workspace/shared/server.py"
        """;

    private Lines() {}
  }

  private final String verb;
  private final String lines;
  private final int requests;

  Scenario(String verb, String lines, int requests) {
    this.verb = verb;
    this.lines = lines;
    this.requests = requests;
  }

  /** Returns whether a call of its answer waits for the operator. */
  boolean isGated() {
    return this == GATED || isOfFiles();
  }

  /** Returns whether its answer writes durable files. */
  boolean isOfFiles() {
    return this == PROMOTE || this == RESTORE;
  }

  /**
   * Returns whether its tool works in a folder of the operator, since its sandbox is not that of
   * the agent.
   */
  boolean isElsewhere() {
    return this == SERVER || this == SCOPED;
  }

  /** Returns its part of the names of cells: empty if their point is enough. */
  String word() {
    return isOfFiles() || isElsewhere() ? name().toLowerCase(Locale.ROOT) + "." : "";
  }

  /** Returns the folder in which its tool works, as a sandbox sees it. */
  private String place() {
    return isElsewhere() ? "/workspace/shared" : "/workspace";
  }

  /** Returns the text of a message. */
  String message(String mark) {
    return verb + " " + mark;
  }

  /** Returns the number of requests to the model that answer a message. */
  int requests() {
    return requests;
  }

  /** Returns what its message asks for. */
  String verb() {
    return verb;
  }

  /** Returns the lines of the Agentfile about tools and memory. */
  String tools() {
    return lines;
  }

  /** Returns the lines of the Agentfile after NAME and MODEL. */
  String agentfile() {
    return "EXEC [\"--crash-points\", \"%s/points\"]\n".formatted(place()) + lines;
  }
}
