package dev.otters.cli.commands.agent;

import dev.otters.api.ApiException;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Streams;
import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEventType;
import dev.otters.cli.client.RetryPause;
import dev.otters.cli.client.Route;
import dev.otters.cli.client.SseReader;
import dev.otters.cli.command.Command;
import dev.otters.cli.command.ExitCodes;
import dev.otters.cli.command.Group;
import dev.otters.cli.command.Option;
import dev.otters.cli.commands.Invocation;
import dev.otters.cli.commands.RunnableCommand;
import dev.otters.cli.console.Console;
import dev.otters.cli.console.Ids;
import dev.otters.cli.local.OptionValues;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints what happens to agents. */
final class Events implements RunnableCommand {
  private static final List<String> KEYS = List.of("agent", "event", "label");

  @Override
  public Command command() {
    return Command.of("events", Group.AGENTS, "Print what happens to agents")
        .alias("system events")
        .details(
            "Prints one line for each event until Ctrl-C or --until. Of the filters with one key,"
                + " one must match, but all labels. The daemon keeps the newest events of its own"
                + " life in memory; the event 'gap' is in the place of older ones.")
        .options(
            Option.one(
                "TIME", "Print also events since then: 10m, or 2026-01-31T12:00:00Z", "--since"),
            Option.one("TIME", "Print events until then and exit", "--until"),
            Option.many(
                "KEY=VALUE",
                "Print only events that match: agent, event or label",
                "-f",
                "--filter"),
            Invocation.FORMAT,
            Invocation.OUTPUT)
        .example("otters events", "Follow the events of all agents")
        .example(
            "otters events --since 1h --until 0s", "Print the events of the last hour and exit")
        .example(
            "otters events -f event=die -f event=oom -f label=team=web",
            "Follow how the agents of a team end")
        .example("otters events -f agent=guide -o json", "Print each event as a line of JSON");
  }

  @Override
  public int run(Invocation invocation) {
    Instant now = Instant.now();
    Optional<Instant> since = time(invocation, "--since", now);
    Optional<Instant> until = time(invocation, "--until", now);
    List<Filter> filters =
        invocation.arguments().many("--filter").stream().map(Events::filter).toList();
    List<AgentEvent> newest = new ArrayList<>();
    RetryPause patience = new RetryPause();
    while (true) {
      Route route = Route.of("events");
      filters.forEach(filter -> route.with(filter.key(), filter.value()));
      since.ifPresent(from -> route.with("since", from.toString()));
      until.ifPresent(to -> route.with("until", to.toString()));
      try (SseReader events = invocation.daemon().stream(route, null)) {
        for (SseReader.Event event; (event = events.next()) != null; ) {
          patience.reset();
          print(event, newest, invocation);
          if (invocation.console().isDeaf()) {
            return ExitCodes.OK;
          }
        }
        return ExitCodes.OK;
      } catch (IOException e) {
        Instant before = since.orElse(now);
        since = Optional.of(newest.isEmpty() ? before : newest.getFirst().time());
        String note = patience.pause(String.valueOf(e.getMessage()));
        if (note != null) {
          invocation.console().note(note);
        }
      }
    }
  }

  private static Optional<Instant> time(Invocation invocation, String option, Instant now) {
    return invocation.arguments().one(option).map(text -> OptionValues.time(option, text, now));
  }

  private static Filter filter(String text) {
    Filter filter = Filter.of(text, KEYS);
    List<String> types = Stream.of(AgentEventType.values()).map(AgentEventType::toString).toList();
    if (filter.key().equals("event") && !types.contains(filter.value())) {
      throw Filter.unknown(text, "unknown event", filter.value(), types);
    }
    return filter;
  }

  /**
   * Prints an event, unless a new connection repeats it.
   *
   * @param newest the printed events that have the newest time
   */
  private static void print(
      SseReader.Event received, List<AgentEvent> newest, Invocation invocation) {
    switch (received.name()) {
      case Streams.ERROR -> throw new ApiException(Json.read(received.data(), Problem.class));
      case Streams.AGENT -> {
        AgentEvent event = Json.read(received.data(), AgentEvent.class);
        if (newest.contains(event)) {
          return;
        }
        newest.removeIf(old -> !old.time().equals(event.time()));
        newest.add(event);
        invocation.printElement(event, () -> invocation.console().line(line(event)));
      }
      default -> {}
    }
  }

  private static String line(AgentEvent event) {
    AgentEvent.Details details = event.details();
    List<String> more = new ArrayList<>();
    add(more, "id", event.id() == null ? null : Ids.of(event.id(), false));
    add(more, "image", event.image());
    add(more, "executor", event.id() == null ? event.executor() : null);
    add(more, "exitCode", details.exitCode());
    add(more, "reason", details.reason());
    add(more, "formerName", details.formerName());
    add(more, "message", details.message());
    String name = event.name() == null ? "" : " " + event.name();
    return Console.harmless(
        "%s %s%s (%s)".formatted(event.time(), event.event(), name, String.join(", ", more)));
  }

  private static void add(List<String> to, String name, @Nullable Object value) {
    if (value != null) {
      to.add(name + "=" + value);
    }
  }
}
