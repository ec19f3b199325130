package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.otters.agents.AgentKeeper;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.session.TurnOutcome;
import dev.otters.api.system.Health;
import dev.otters.models.gateway.GatewayMeter;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.log.ActivationState;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The routes of monitoring systems. Every label has few values: states, outcomes, and the names of
 * providers.
 *
 * @param executor checks the executor of new agents; throws if it does not answer
 */
public record MonitoringRoutes(
    AgentKeeper agents, Sessions sessions, GatewayMeter gateway, Runnable executor) {
  private static final String FORMAT = "text/plain; version=0.0.4; charset=utf-8";

  /** Returns the routes. */
  public static List<Endpoint> of(
      AgentKeeper agents, Sessions sessions, GatewayMeter gateway, Runnable executor) {
    MonitoringRoutes routes = new MonitoringRoutes(agents, sessions, gateway, executor);
    return List.of(
        Endpoint.get("/readyz", _ -> routes.ready()), Endpoint.get("/metrics", routes::metrics));
  }

  private Reply ready() {
    sessions.openActivations();
    executor.run();
    return Reply.of(new Health(true));
  }

  private Reply metrics(Request request) {
    byte[] text = text(request.openStreams()).getBytes(UTF_8);
    return new Reply.Download(FORMAT, out -> out.write(text));
  }

  private String text(int streams) {
    Map<AgentStatus, Long> states =
        agents.list(true).agents().stream()
            .collect(Collectors.groupingBy(MonitoringRoutes::status, Collectors.counting()));
    MetricsText text = new MetricsText();
    text.family("otters_agents", "gauge", "Agents by state.");
    for (AgentStatus status : AgentStatus.values()) {
      text.sample(states.getOrDefault(status, 0L), "state", status.toString());
    }
    text.family("otters_turns_total", "counter", "Turns that ended since the daemon started.");
    Map<TurnOutcome, Long> turns = sessions.finishedTurns();
    for (TurnOutcome outcome : TurnOutcome.values()) {
      text.sample(turns.getOrDefault(outcome, 0L), "outcome", outcome.toString());
    }
    text.family("otters_activations", "gauge", "Turns that wait or run, by state.");
    Map<ActivationState, Long> open = sessions.openActivations();
    for (ActivationState state : ActivationState.values()) {
      if (!state.closed()) {
        text.sample(open.getOrDefault(state, 0L), "state", state.wireName());
      }
    }
    providers(text);
    text.family("otters_open_streams", "gauge", "Event streams with a client.");
    text.sample(streams);
    heap(text);
    return text.toString();
  }

  private static AgentStatus status(AgentSummary agent) {
    return agent.state().status();
  }

  private void providers(MetricsText text) {
    Map<String, GatewayMeter.Count> counts = gateway.counts();
    text.family("otters_model_requests_total", "counter", "Requests to providers of models.");
    counts.forEach(
        (provider, count) -> {
          text.sample(count.answered(), "provider", provider, "outcome", "answered");
          text.sample(count.failed(), "provider", provider, "outcome", "failed");
        });
    each(text, counts, "seconds", "Time of these requests.", count -> count.time() / 1e9);
    each(text, counts, "input_tokens", "Tokens that providers read.", GatewayMeter.Count::input);
    each(text, counts, "output_tokens", "Tokens of answers.", GatewayMeter.Count::output);
  }

  private static void each(
      MetricsText text,
      Map<String, GatewayMeter.Count> counts,
      String name,
      String help,
      Function<GatewayMeter.Count, Number> value) {
    text.family("otters_model_" + name + "_total", "counter", help);
    counts.forEach((provider, count) -> text.sample(value.apply(count), "provider", provider));
  }

  private static void heap(MetricsText text) {
    Runtime java = Runtime.getRuntime();
    text.family("otters_heap_bytes", "gauge", "Memory of the daemon's objects.");
    text.sample(java.totalMemory() - java.freeMemory(), "kind", "used");
    text.sample(java.totalMemory(), "kind", "committed");
    text.sample(java.maxMemory(), "kind", "max");
  }
}
