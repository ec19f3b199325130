package dev.otters.server.http;

import dev.otters.api.LogLine;
import dev.otters.api.Streams;
import dev.otters.server.agent.Agent;
import dev.otters.server.agent.AgentKeeper;
import dev.otters.server.logs.AgentLog;
import dev.otters.server.logs.AgentLogs;
import dev.otters.server.logs.LogFollower;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Shows and follows agents' logs. */
final class LogEndpoints {
  private static final Duration ALIVE = Duration.ofSeconds(10);

  private final AgentKeeper keeper;
  private final AgentLogs logs;

  LogEndpoints(AgentKeeper keeper, AgentLogs logs) {
    this.keeper = keeper;
    this.logs = logs;
  }

  List<Endpoint> all() {
    return List.of(Endpoint.get("/v1/agents/{name}/logs", this::logs));
  }

  private void logs(ServerRequest request, ServerResponse response) throws InterruptedException {
    Query query = new Query(request);
    Agent agent = keeper.find(query.path("name"));
    AgentLog log = logs.of(agent.id());
    int tail = (int) query.number("tail", -1);
    Optional<Instant> since = query.time("since");
    boolean follow = query.flag("follow") && keeper.mayWriteLog(agent);
    try (EventSink sink = new EventSink(response)) {
      if (follow) {
        follow(log, tail, since, sink);
      } else {
        log.tail(tail, since).forEach(line -> sink.send(Streams.LINE, line));
      }
    }
  }

  private static void follow(AgentLog log, int tail, Optional<Instant> since, EventSink sink)
      throws InterruptedException {
    try (LogFollower follower = log.follow(tail, since)) {
      while (!follower.exhausted()) {
        Optional<LogLine> line = follower.next(ALIVE);
        if (line.isPresent()) {
          sink.send(Streams.LINE, line.get());
        } else {
          sink.alive();
        }
      }
    }
  }
}
