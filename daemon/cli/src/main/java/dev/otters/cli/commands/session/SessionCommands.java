package dev.otters.cli.commands.session;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.session.ApprovalDecision;
import dev.otters.api.session.ApprovalList;
import dev.otters.api.session.ApprovalView;
import dev.otters.api.session.CustomCallList;
import dev.otters.api.session.CustomCallView;
import dev.otters.api.session.SessionSummary;
import dev.otters.cli.client.Content;
import dev.otters.cli.client.Route;
import dev.otters.cli.command.Argument;
import dev.otters.cli.command.Arguments;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.local.OptionValues;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The commands for sessions. */
public final class SessionCommands {
  public static final Argument AGENT = Argument.one("AGENT", "Name or id of the agent");
  public static final Argument SESSION =
      Argument.one(
          "SESSION", "Name or id of the session; of a generated id, the beginning is enough");

  public static final Option GRANT =
      Option.many(
          "NAMESPACE",
          "Namespace that the new session may reach, such as app/user/u_123",
          "--grant");

  public static final Option CONTEXT_ID =
      Option.many("ID", "Scratchpad whose newest entries come with each message", "--context-id");

  private static final int USUAL = 50;

  private SessionCommands() {}

  /**
   * Returns the commands in the order of the help.
   *
   * @param resume the command that continues a session, which is also one of agents
   */
  public static List<RunnableCommand> all(RunnableCommand resume) {
    return List.of(
        new SessionCreate(),
        new SessionLs(),
        new SessionShow(),
        new SessionStatus(),
        new SessionEvents(),
        new Activations(),
        new Orchestrator(),
        new SessionTranscript(),
        resume,
        new SessionExport(),
        new SessionFsck(),
        new TraceReplayCommand(),
        new Trace(),
        new ContextShow(),
        new Approvals(),
        new SessionConfirm(),
        new SessionCustomResult(),
        new WakeLs(),
        new WakeRm(),
        new SessionWake(),
        new SessionInterrupt(),
        new SessionRetry(),
        new SessionRename(),
        new SessionRevoke(),
        new SessionBudgetCommand(),
        new SessionRm());
  }

  /** Finds the session that a user names, by its id or name or by the beginning of its id. */
  public static SessionSummary find(Invocation invocation, String agent, String session) {
    return invocation
        .daemon()
        .get(Route.of("agents", agent, "sessions", session), SessionSummary.class);
  }

  /** Returns the id of the session that a user names, or the name of one that does not exist. */
  static String idOrNew(Invocation invocation, String agent, String session) {
    try {
      return find(invocation, agent, session).id();
    } catch (ApiException e) {
      if (e.problem().code() != ErrorCode.SESSION_NOT_FOUND) {
        throw e;
      }
      return session;
    }
  }

  /** Returns the calls of clients' tools that wait. */
  static List<CustomCallView> customCalls(Invocation invocation, Optional<String> agent) {
    List<CustomCallView> calls = new ArrayList<>();
    String after = "";
    while (after != null) {
      CustomCallList page =
          invocation.daemon().get(waiting("custom-calls", agent, after), CustomCallList.class);
      calls.addAll(page.calls());
      after = page.next();
    }
    return calls;
  }

  /** Returns the calls of gated tools that wait or run. */
  static List<ApprovalView> approvals(Invocation invocation, Optional<String> agent) {
    List<ApprovalView> calls = new ArrayList<>();
    String after = "";
    while (after != null) {
      ApprovalList page =
          invocation.daemon().get(waiting("approvals", agent, after), ApprovalList.class);
      calls.addAll(page.approvals());
      after = page.next();
    }
    return calls;
  }

  private static Route waiting(String what, Optional<String> agent, String after) {
    Route route = Route.of(what);
    agent.ifPresent(name -> route.with("agent", name));
    return after.isEmpty() ? route : route.with("after", after);
  }

  /** Returns the option for how many sessions or turns to show. */
  static Option last(String what) {
    return Option.one(
        "NUMBER", "Show this many " + what + " (default " + USUAL + ")", "-n", "--last");
  }

  /** Adds to a route how many entries to show. */
  static Route limited(Route route, Arguments given) {
    return route.with("limit", Integer.toString(limit(given)));
  }

  /** Returns how many entries to show. */
  static int limit(Arguments given) {
    return given.one("--last").map(number -> OptionValues.count("--last", number, 1)).orElse(USUAL);
  }

  /**
   * Decides about a call of a gated tool.
   *
   * @param session the id of the session
   * @param approval the id of the approval
   * @param note what the model learns with a denial; null for nothing
   */
  public static void decide(
      Invocation invocation,
      String agent,
      String session,
      String approval,
      boolean allow,
      @Nullable String note) {
    String decision = allow ? ApprovalDecision.ALLOW : ApprovalDecision.DENY;
    decide(invocation, agent, session, new ApprovalDecision(approval, decision, note));
  }

  /** Decides about a call of a gated tool, whose session is named by its id. */
  public static void decide(
      Invocation invocation, String agent, String session, ApprovalDecision decision) {
    invocation
        .daemon()
        .post(
            Route.of("agents", agent, "sessions", session, "approvals"),
            new Content.Message(decision));
  }

  /** Returns the route of the session that the first two arguments name. */
  static Route route(Arguments given) {
    return Route.of("agents", given.first(), "sessions", given.positional().get(1));
  }
}
