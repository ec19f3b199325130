package dev.otters.server.http.session;

import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.session.OpenTurn;
import dev.otters.api.session.SessionState;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.budget.Limit;
import dev.otters.sessions.budget.Scope;
import dev.otters.sessions.budget.Unit;
import dev.otters.sessions.custom.CustomCall;
import dev.otters.sessions.log.Claim;
import dev.otters.sessions.log.SessionStatus;
import dev.otters.sessions.log.SessionView;
import dev.otters.sessions.standing.Standing;
import dev.otters.sessions.standing.Wait;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says in words what a session waits for.
 *
 * @param agent the name of the agent
 * @param status the state of the agent
 */
record StatusText(Standing standing, String agent, AgentStatus status) {
  private static final int LONGEST_ERROR = 1000;

  /**
   * The next step of a session.
   *
   * @param waitsFor what the session waits for
   * @param next what happens then
   * @param at when; null if that depends on something else
   * @param command the command of the operator; null for none
   */
  private record Outlook(
      String waitsFor, String next, @Nullable Instant at, @Nullable String command) {}

  /**
   * Describes a session.
   *
   * @param agent its agent; empty if it was removed meanwhile
   */
  static SessionState of(Standing standing, Optional<AgentSummary> agent) {
    return new StatusText(
            standing,
            agent.map(AgentSummary::name).orElse(""),
            agent.map(it -> it.state().status()).orElse(AgentStatus.REMOVING))
        .state();
  }

  private SessionState state() {
    SessionView session = standing.session();
    Outlook outlook = outlook();
    return new SessionState(
        session.id().toString(),
        agent,
        session.name().orElse(null),
        session.status().wireName(),
        outlook.waitsFor(),
        standing.since(),
        standing.claim().map(this::turn).orElse(null),
        standing.messages(),
        outlook.next(),
        outlook.at(),
        standing.nextWake().orElse(null),
        session.expires().orElse(null),
        session.grants().texts(),
        outlook.command());
  }

  private OpenTurn turn(Claim claim) {
    return new OpenTurn(
        claim.turn().turn(),
        claim.turn().id(),
        claim.turn().state().wireName(),
        claim.turn().fence(),
        claim.turn().attempts(),
        claim.turn().unknowns(),
        claim.failure().map(failure -> cut(failure.message())).orElse(null),
        claim.failure().map(Claim.Failure::at).orElse(null),
        claim.owner().orElse(null),
        standing.leaseUntil().orElse(null),
        claim.input());
  }

  private static String cut(String error) {
    return error.length() <= LONGEST_ERROR ? error : error.substring(0, LONGEST_ERROR) + "…";
  }

  private Outlook outlook() {
    return switch (standing.awaits()) {
      case Wait.Nothing _ ->
          new Outlook(
              "nothing, since it has expired",
              "nothing begins a turn any more",
              null,
              "otters session create " + agent);
      case Wait.Message _ -> idle();
      case Wait.Turn _ ->
          new Outlook(
              "the running turn", "the turn ends", null, "otters session interrupt " + place());
      case Wait.Death _ ->
          new Outlook(
              "the end of a runtime that stopped responding",
              "the daemon kills its sandbox, and the turn is tried again",
              null,
              null);
      case Wait.Retry(Instant at) ->
          new Outlook("the time of its next attempt", attempt() + " starts", at, start());
      case Wait.Agent _ ->
          new Outlook(
              "the agent, which is " + status, attempt() + " starts with the agent", null, start());
      case Wait.Sandbox(String why) ->
          new Outlook(
              "the sandbox of the session: " + why, attempt() + " starts with it", null, null);
      case Wait.NewSandbox _ ->
          new Outlook("the new sandbox of the agent", attempt() + " starts there", null, null);
      case Wait.Place(int running) ->
          new Outlook(
              running == 1
                  ? "the running turn of the agent"
                  : "one of the " + running + " running turns of the agent",
              attempt() + " starts when it ends",
              null,
              null);
      case Wait.Pickup _ ->
          new Outlook("the agent's runtime", attempt() + " starts at once", null, null);
      case Wait.Decision(List<Approval> calls) -> decision(calls);
      case Wait.Client(CustomCall call) ->
          new Outlook(
              "the client's result of its tool " + call.call().name(),
              "the turn goes on with the result",
              null,
              "otters session custom-result " + place() + " " + call.id() + " TEXT");
      case Wait.Results _ ->
          new Outlook(
              "the results of its calls", "the turn goes on with the results", null, start());
      case Wait.Operator(Optional<Limit> budget) -> failed(budget);
    };
  }

  private String attempt() {
    int failures = standing.claim().map(claim -> claim.turn().attempts()).orElse(0);
    return failures == 0 ? "its turn" : "attempt " + (failures + 1);
  }

  private Outlook idle() {
    if (standing.nextWake().isPresent()) {
      return new Outlook("a wake", "the wake begins a turn", standing.nextWake().get(), start());
    }
    return new Outlook(
        "a message",
        "a message begins a turn",
        null,
        "otters prompt -s " + standing.session().id() + " " + agent + " TEXT");
  }

  private Outlook decision(List<Approval> calls) {
    Approval first = calls.getFirst();
    String what =
        calls.size() == 1
            ? "your decision about a call of " + first.call().name()
            : "your decisions about " + calls.size() + " calls";
    Instant expiry =
        calls.stream().map(call -> call.times().expires()).min(Instant::compareTo).orElseThrow();
    String command = "otters session confirm " + place() + " " + first.key() + " --allow";
    return new Outlook(what, "without a decision, the call is denied", expiry, command);
  }

  private Outlook failed(Optional<Limit> budget) {
    if (budget.isPresent() && budget.get().scope() == Scope.HOME) {
      return new Outlook(
          "00:00 UTC, or a larger budget-day-" + budget.get().unit() + " in ottersd.yaml",
          "a message or this command starts the turn again",
          standing.since().truncatedTo(ChronoUnit.DAYS).plus(1, ChronoUnit.DAYS),
          "otters session retry " + place());
    }
    String why =
        standing.session().status() == SessionStatus.DEAD
            ? "you, since no attempts are left"
            : "you, since the last attempt failed for good";
    return new Outlook(
        why,
        "a message or this command starts the turn again",
        null,
        budget.map(this::raise).orElse("otters session retry " + place()));
  }

  private String raise(Limit budget) {
    String value = budget.unit() == Unit.TOKENS ? "NUMBER" : "DOLLARS";
    return switch (budget.scope()) {
      case SESSION -> "otters session budget %s --%s %s".formatted(place(), budget.unit(), value);
      case AGENT, DAY ->
          "otters update --budget %s-%s=%s %s"
              .formatted(budget.scope(), budget.unit(), value, agent);
      case HOME -> throw new IllegalStateException("no command raises the budget of the daemon");
    };
  }

  private String place() {
    return agent + " " + standing.session().id();
  }

  /** Returns the command that starts the agent, if nothing else does. */
  private @Nullable String start() {
    return status.running() ? null : "otters start " + agent;
  }
}
