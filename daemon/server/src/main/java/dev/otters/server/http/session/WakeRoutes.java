package dev.otters.server.http.session;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.session.WakeList;
import dev.otters.api.session.WakeRequest;
import dev.otters.api.session.WakeView;
import dev.otters.server.http.Endpoint;
import dev.otters.server.http.Reply;
import dev.otters.server.http.Request;
import dev.otters.sessions.SessionService;
import dev.otters.sessions.Wakes;
import dev.otters.sessions.log.SessionId;
import dev.otters.sessions.wake.Repeat;
import dev.otters.sessions.wake.Wake;
import dev.otters.sessions.wake.WakePlan;
import dev.otters.sessions.wake.WakePriority;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The routes of wakes. */
public record WakeRoutes(AgentKeeper agents, SessionService sessions, Wakes wakes) {
  private static final String WAKES = "/v1/agents/{name}/sessions/{session}/wakes";

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, SessionService sessions, Wakes wakes) {
    WakeRoutes routes = new WakeRoutes(agents, sessions, wakes);
    return List.of(
        Endpoint.get("/v1/wakes", routes::all),
        Endpoint.get(WAKES, routes::list),
        Endpoint.post(WAKES, routes::schedule),
        Endpoint.delete(WAKES + "/{wake}", routes::cancel));
  }

  private Reply all(Request request) {
    return list(wakes.pending(request.query("agent").map(agents::id)));
  }

  private Reply list(Request request) {
    UUID agent = agents.id(request.path("name"));
    return list(wakes.pending(agent, sessions.named(agent, session(request))));
  }

  private Reply list(List<Wake> found) {
    Map<String, String> names = agents.names();
    return Reply.of(new WakeList(found.stream().map(wake -> view(wake, names)).toList()));
  }

  private static WakeView view(Wake wake, Map<String, String> names) {
    WakePlan plan = wake.plan();
    Repeat.@Nullable Cron cron = plan.repeat() instanceof Repeat.Cron it ? it : null;
    return new WakeView(
        Long.toString(wake.key()),
        names.getOrDefault(wake.place().agent().toString(), ""),
        wake.place().id().toString(),
        plan.due(),
        plan.repeat() instanceof Repeat.Every every ? every.interval().toSeconds() : null,
        cron == null ? null : cron.expression().text(),
        cron == null ? null : cron.zone().getId(),
        plan.note(),
        plan.dedupe().orElse(null),
        plan.priority().wireName(),
        wake.created());
  }

  private Reply schedule(Request request) {
    UUID agent = agents.id(request.path("name"));
    WakePlan plan = plan(request.json(WakeRequest.class), wakes.now());
    Wake wake = wakes.schedule(agent, session(request), plan, tx -> agents.requirePresent(agent));
    return Reply.of(view(wake, agents.names()));
  }

  private static WakePlan plan(WakeRequest wanted, Instant now) {
    String note = Objects.requireNonNullElse(wanted.note(), "");
    Optional<String> key = Optional.ofNullable(wanted.key());
    WakePriority priority = priority(wanted.priority());
    Optional<Instant> once = once(wanted, now);
    Optional<Repeat> repeat = repeat(wanted);
    long given =
        Stream.of(wanted.at(), wanted.inSeconds(), wanted.everySeconds(), wanted.cron())
            .filter(Objects::nonNull)
            .count();
    if (given != 1) {
      throw Request.invalid("a wake needs one of 'at', 'inSeconds', 'everySeconds' and 'cron'");
    }
    if (wanted.zone() != null && wanted.cron() == null) {
      throw Request.invalid("field 'zone' needs the field 'cron'");
    }
    return once.map(due -> WakePlan.once(due, now, note, key, priority))
        .orElseGet(() -> WakePlan.repeated(repeat.orElse(Repeat.ONCE), now, note, key, priority));
  }

  private static Optional<Instant> once(WakeRequest wanted, Instant now) {
    return Optional.ofNullable(wanted.inSeconds())
        .map(seconds -> now.plus(span("inSeconds", seconds)))
        .or(() -> Optional.ofNullable(wanted.at()));
  }

  private static Optional<Repeat> repeat(WakeRequest wanted) {
    String zone = Objects.requireNonNullElse(wanted.zone(), "UTC");
    return Optional.ofNullable(wanted.everySeconds())
        .<Repeat>map(seconds -> new Repeat.Every(span("everySeconds", seconds)))
        .or(() -> Optional.ofNullable(wanted.cron()).map(cron -> Repeat.Cron.of(cron, zone)));
  }

  private static Duration span(String field, long seconds) {
    if (seconds < 1 || seconds > Repeat.MOST.toSeconds()) {
      throw Request.invalid(
          "field '" + field + "' must be from 1 to " + Repeat.MOST.toSeconds() + " seconds");
    }
    return Duration.ofSeconds(seconds);
  }

  private static WakePriority priority(@Nullable String name) {
    return name == null
        ? WakePriority.NORMAL
        : WakePriority.named(name)
            .orElseThrow(() -> Request.invalid("field 'priority' must be high, normal or low"));
  }

  private Reply cancel(Request request) {
    UUID agent = agents.id(request.path("name"));
    wakes.cancel(agent, session(request), key(request.path("wake")));
    return new Reply.Done();
  }

  private static long key(String wake) {
    try {
      return Long.parseLong(wake);
    } catch (NumberFormatException _) {
      throw Request.invalid("parameter 'wake' must be the id of a wake");
    }
  }

  private static SessionId session(Request request) {
    return new SessionId(request.path("session"));
  }
}
