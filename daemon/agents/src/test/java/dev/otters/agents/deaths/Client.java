package dev.otters.agents.deaths;

import dev.otters.agents.deaths.Journal.Kind;
import dev.otters.api.session.BudgetRequest;
import dev.otters.api.session.ClientTool;
import dev.otters.api.session.NewSession;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.approval.Approval;
import dev.otters.sessions.approval.ApprovalState;
import dev.otters.sessions.custom.CustomCall;
import dev.otters.sessions.log.Page;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The user of a scenario, who sends what its script says, repeats what no daemon acknowledged, and
 * decides about what waits for him.
 */
final class Client {
  private static final SessionId SESSION = new SessionId(Scenario.SESSION);

  /** In the same order in every process, as a client repeats its request to the byte. */
  private static final Map<String, ?> CITY =
      new TreeMap<>(
          Map.of("type", "object", "properties", Map.of("city", Map.of("type", "string"))));

  private final World world;
  private int next;
  private int failures;

  Client(World world) {
    this.world = world;
  }

  boolean done() {
    return next == world.scenario().acts().size();
  }

  /** Notes that the daemon died before it acknowledged the present act, if there is one. */
  void failed() {
    failures++;
  }

  /** Does the next thing that can be done, and returns whether there was one. */
  boolean act(DaemonLife daemon, State state) {
    if (decide(daemon)) {
      return true;
    }
    if (done()) {
      return false;
    }
    Scenario.Act act = world.scenario().acts().get(next);
    boolean acted =
        switch (act) {
          case Scenario.Act.Say say -> say(daemon, say, state);
          case Scenario.Act.Wake wake -> wake(daemon, wake);
          case Scenario.Act.Create create -> create(daemon, create);
          case Scenario.Act.Remove() -> remove(daemon, state);
          case Scenario.Act.Expire() -> expire(daemon);
          case Scenario.Act.Forget() -> forget(daemon);
          case Scenario.Act.Rest() -> state.rests();
        };
    next += acted ? 1 : 0;
    return acted;
  }

  private boolean say(DaemonLife daemon, Scenario.Act.Say say, State state) {
    boolean early =
        !say.after().isEmpty()
            && !world.journal().has(Kind.EFFECT, say.after())
            && !state.isQuiet();
    if (early) {
      return false;
    }
    String id = world.has(World.Defect.NEW_IDS) ? say.id() + "-" + failures : say.id();
    once(
        daemon,
        say.id(),
        it ->
            it.service()
                .appendUserMessage(
                    World.AGENT, new SessionId(say.session()), id, say.text(), tx -> {}));
    return true;
  }

  private boolean wake(DaemonLife daemon, Scenario.Act.Wake wake) {
    once(
        daemon,
        wake.id(),
        it -> {
          WakePlan plan =
              WakePlan.once(
                  it.wakes().now().plus(wake.delay()),
                  it.wakes().now(),
                  wake.note(),
                  Optional.of(wake.id()),
                  WakePriority.NORMAL);
          it.wakes().schedule(World.AGENT, SESSION, plan, tx -> {});
        });
    return true;
  }

  private boolean create(DaemonLife daemon, Scenario.Act.Create create) {
    List<ClientTool> tools =
        create.tool() ? List.of(new ClientTool("weather", "Knows the weather.", CITY)) : List.of();
    BudgetRequest budget =
        create.budget().isEmpty() ? null : new BudgetRequest(create.budget(), null);
    Long expires = create.expires() == null ? null : create.expires().toSeconds();
    NewSession wanted =
        new NewSession(
            "r1", Scenario.SESSION, null, Map.of(), budget, tools, null, expires, null, null);
    once(daemon, "r1", it -> it.creation().create(World.AGENT, wanted, Optional.empty(), tx -> {}));
    return true;
  }

  private boolean remove(DaemonLife daemon, State state) {
    boolean forced = world.scenario() == Scenario.FORCED_REMOVAL;
    boolean now = forced ? daemon.model().hangs() || state.rests() : state.isQuiet();
    if (now && !isGone("m1")) {
      try {
        daemon.sessions().removal().remove(World.AGENT, SESSION, forced);
      } catch (SessionException e) {
        // The daemon died after it had removed the session, and before it said so.
        require(e, SessionException.Code.NOT_FOUND);
      }
      gone(daemon, world.journal().all(Kind.STORED));
    }
    return now || isGone("m1");
  }

  private boolean expire(DaemonLife daemon) {
    if (!State.any(daemon, "SELECT 1 FROM sessions WHERE status = 'TERMINATED'")) {
      return false;
    }
    try {
      daemon
          .sessions()
          .service()
          .appendUserMessage(World.AGENT, SESSION, "m2", Scenario.plan("m2", "sh"), tx -> {});
      world.journal().add(Kind.FAULT, "a message was taken after the end");
    } catch (SessionException e) {
      require(e, SessionException.Code.EXPIRED);
    }
    gone(daemon, List.of("w1"));
    return true;
  }

  private boolean forget(DaemonLife daemon) {
    if (isGone("m1")) {
      return true;
    }
    world.time().advance(Scenario.KEPT.multipliedBy(2));
    boolean deleted = !State.any(daemon, "SELECT 1 FROM sessions");
    if (deleted) {
      gone(daemon, world.journal().all(Kind.STORED));
    }
    return deleted;
  }

  private static void require(SessionException e, SessionException.Code code) {
    if (e.code() != code) {
      throw e;
    }
  }

  private boolean isGone(String id) {
    return world.journal().has(Kind.GONE, id);
  }

  /** Notes what nobody hears of any more. The first message comes last, as the act is done then. */
  private void gone(DaemonLife daemon, List<String> ids) {
    synchronized (world) {
      daemon.requireAlive();
      ids.reversed().forEach(id -> world.journal().add(Kind.GONE, id));
    }
  }

  /** A request to the daemon. */
  @FunctionalInterface
  private interface Request {
    void send(Sessions sessions);
  }

  private void once(DaemonLife daemon, String id, Request request) {
    if (!world.journal().has(Kind.STORED, id)) {
      request.send(daemon.sessions());
      synchronized (world) {
        daemon.requireAlive();
        world.journal().add(Kind.STORED, id);
      }
    }
  }

  private boolean decide(DaemonLife daemon) {
    Sessions sessions = daemon.sessions();
    boolean acted = false;
    Page.Place all = new Page.Place(Optional.of(World.AGENT), 0, Page.MOST);
    for (Approval approval : sessions.approvals().open(all).entries()) {
      acted |= approval.state() == ApprovalState.PENDING && decide(sessions, approval);
    }
    for (CustomCall call : sessions.customCalls().open(all).entries()) {
      sessions.customCalls().answer(World.AGENT, call.place().id(), call.id(), "sunny", false);
      acted = true;
    }
    if (world.scenario() == Scenario.INTERRUPT && daemon.model().hangs()) {
      sessions.service().interrupt(World.AGENT, SESSION);
    }
    if (world.scenario() == Scenario.BUDGET && State.blocked(daemon)) {
      sessions.budgets().set(World.AGENT, SESSION, Optional.of(1_000_000L), Optional.empty());
      acted = true;
    }
    return acted;
  }

  private boolean decide(Sessions sessions, Approval approval) {
    String tool = approval.call().name();
    if (tool.equals("forget")) {
      sessions.service().interrupt(World.AGENT, SESSION);
      return true;
    }
    if (tool.equals("wait") && !world.journal().has(Kind.STORED, "m2")) {
      return false;
    }
    sessions
        .approvals()
        .decide(World.AGENT, approval.place().id(), approval.key(), !tool.equals("drop"), "no");
    return true;
  }
}
