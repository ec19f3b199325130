package dev.otters.cli.commands.agent;

import dev.otters.cli.commands.RunnableCommand;
import java.util.List;
import java.util.stream.Stream;

/** The commands for agents. */
public final class AgentCommands {
  private AgentCommands() {}

  /** Returns the commands in the order of the help. */
  public static List<RunnableCommand> all() {
    return Stream.of(
            List.of(new Run(), new Ps(), new Prompt(), new Logs(), new Exec(), new Cp()),
            LifecycleCommands.all(),
            List.of(
                new Update(), new Stats(), new Top(), new Egress(), new Events(), new Inspect()))
        .<RunnableCommand>flatMap(List::stream)
        .toList();
  }

  /** Returns the command that runs a tool; the help lists it with those of tools. */
  public static RunnableCommand tool() {
    return new BinRun();
  }

  /** Returns the command that continues a session; the help lists it with those of sessions. */
  public static RunnableCommand resume() {
    return new SessionResume();
  }
}
