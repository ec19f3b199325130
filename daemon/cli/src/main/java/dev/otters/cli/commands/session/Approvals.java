package dev.otters.cli.commands.session;

import dev.otters.api.Json;
import dev.otters.api.session.ApprovalView;
import dev.otters.api.session.CustomCallView;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.Group;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Ids;
import dev.otters.cli.console.Table;
import dev.otters.cli.console.Times;
import dev.otters.cli.turn.ToolCall;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

final class Approvals implements RunnableCommand {
  /** The length of a command that most screens show. */
  private static final int SHORT = 20;

  @Override
  public Command command() {
    return Command.of("approvals", Group.SESSIONS, "List the tool calls that wait for you")
        .details(
            "Shows the calls of gated tools that wait for your decision, or that you allowed and"
                + " that run now. Decide with 'otters session confirm'. Calls of your own tools"
                + " have ids such as c7 and the state 'custom'. Answer them with 'otters session"
                + " custom-result'.")
        .arguments(Argument.optional("AGENT", "Name or id of the agent (default all agents)"))
        .options(Invocation.QUIET, Invocation.NO_TRUNC, Invocation.FORMAT, Invocation.OUTPUT)
        .example("otters approvals", "List what waits for you")
        .example("otters approvals --output json", "Print the calls with their input as JSON");
  }

  @Override
  public int run(Invocation invocation) {
    Optional<String> agent = invocation.arguments().positional().stream().findFirst();
    List<ApprovalView> gated = SessionCommands.approvals(invocation, agent);
    List<CustomCallView> custom = SessionCommands.customCalls(invocation, agent);
    List<Object> found = Stream.<Object>concat(gated.stream(), custom.stream()).toList();
    int code =
        invocation.list(
            found, found, Approvals::id, () -> table(gated, custom, invocation.uncut()));
    boolean cut = invocation.console().terminal().out() && !invocation.uncut();
    Stream<String> commands =
        Stream.concat(
            gated.stream().map(Approvals::command), custom.stream().map(Approvals::command));
    if (cut && commands.anyMatch(command -> command.length() > SHORT)) {
      invocation.console().note("Show whole commands with --no-trunc.");
    }
    return code;
  }

  private static String id(Object call) {
    return call instanceof CustomCallView custom ? custom.id() : ((ApprovalView) call).id();
  }

  private static Table table(
      List<ApprovalView> approvals, List<CustomCallView> customs, boolean uncut) {
    Instant now = Instant.now();
    Table table = new Table("ID", "AGENT", "SESSION", "STATE", "EXPIRES", "COMMAND");
    for (ApprovalView approval : approvals) {
      table.row(
          approval.id(),
          approval.agent(),
          Ids.ofSession(approval.session(), uncut),
          approval.state(),
          approval.state().equals("pending")
              ? "in " + Times.span(Duration.between(now, approval.expiresAt()))
              : "-",
          command(approval));
    }
    for (CustomCallView call : customs) {
      table.row(
          call.id(),
          call.agent(),
          Ids.ofSession(call.session(), uncut),
          "custom",
          "-",
          command(call));
    }
    return table;
  }

  /** Returns the call of a client's tool, with its input. */
  static String command(CustomCallView call) {
    Object input = call.input();
    String json = input == null ? "{}" : Json.write(input);
    return ToolCall.commandLine(call.tool(), List.of(json));
  }

  /** Returns the command, with its input. */
  static String command(ApprovalView approval) {
    String command = ToolCall.commandLine(approval.tool(), approval.args());
    if (approval.input() != null) {
      return command + " " + ToolCall.quoted(approval.input());
    }
    return approval.stdin() == null
        ? command
        : command + " <<< " + ToolCall.quoted(approval.stdin());
  }
}
