package dev.otters.cli.commands.session;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.session.ApprovalView;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.command.UsageException;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import java.util.List;
import java.util.Optional;

final class SessionConfirm implements RunnableCommand {
  @Override
  public Command command() {
    return Command.of("session confirm", Group.SESSIONS, "Allow or deny a tool call")
        .details(
            "Decides about a call of a gated tool. An allowed call runs once, exactly as"
                + " 'otters approvals' shows it, in a sandbox of its own. A denied call does not"
                + " run, and the model learns that. The agent goes on when all calls are decided.")
        .arguments(
            SessionCommands.AGENT,
            SessionCommands.SESSION,
            Argument.optional("ID", "Id of 'otters approvals' (default the only one, with --deny)"))
        .options(
            Option.flag("Run the call", "--allow"),
            Option.flag("Do not run the call", "--deny"),
            Option.one("TEXT", "What the model learns with a denial", "--note"))
        .example("otters session confirm ops deploy 7 --allow", "Run the call with the id 7")
        .example(
            "otters session confirm ops deploy 7 --deny --note \"Use staging first.\"",
            "Deny a call, and say why");
  }

  @Override
  public int run(Invocation invocation) {
    Arguments given = invocation.arguments();
    if (given.has("--allow") == given.has("--deny")) {
      throw new UsageException("give one of --allow and --deny", null, command());
    }
    String agent = given.first();
    String session = SessionCommands.find(invocation, agent, given.positional().get(1)).id();
    List<ApprovalView> waiting = waiting(invocation, agent, session);
    boolean allow = given.has("--allow");
    if (allow && given.positional().size() < 3) {
      throw new UsageException(
          "missing ID: what is allowed must be named, since another call may wait by now",
          "See 'otters approvals'.",
          command());
    }
    String approval =
        given.positional().size() > 2 ? given.positional().get(2) : only(waiting, session);
    SessionCommands.decide(
        invocation, agent, session, approval, allow, given.one("--note").orElse(null));
    String line =
        waiting.stream()
            .filter(it -> it.id().equals(approval))
            .map(Approvals::command)
            .findFirst()
            .orElse(approval);
    invocation.console().line(Console.harmless((allow ? "allowed " : "denied ") + line));
    return ExitCodes.OK;
  }

  private static List<ApprovalView> waiting(Invocation invocation, String agent, String session) {
    return SessionCommands.approvals(invocation, Optional.of(agent)).stream()
        .filter(it -> it.session().equals(session) && it.state().equals("pending"))
        .toList();
  }

  private static String only(List<ApprovalView> waiting, String session) {
    if (waiting.size() == 1) {
      return waiting.getFirst().id();
    }
    String title =
        waiting.isEmpty()
            ? "no call of session " + session + " waits for approval"
            : waiting.size() + " calls of session " + session + " wait for approval";
    ErrorCode code = waiting.isEmpty() ? ErrorCode.SESSION_NOT_FOUND : ErrorCode.AMBIGUOUS;
    throw ApiException.of(code, title, "List them with 'otters approvals', and name one.");
  }
}
