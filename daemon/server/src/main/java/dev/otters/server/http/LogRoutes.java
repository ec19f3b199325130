package dev.otters.server.http;

import dev.otters.agents.AgentKeeper;
import dev.otters.agents.logs.AgentLog;
import dev.otters.agents.logs.AgentLogs;
import dev.otters.agents.logs.LogFollower;
import dev.otters.agents.rows.SandboxLookup;
import dev.otters.api.Streams;
import dev.otters.api.agent.LogLine;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The routes of agents' logs. */
public record LogRoutes(AgentKeeper agents, SandboxLookup sandboxes, AgentLogs logs) {
  private static final int ALL = -1;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentKeeper agents, SandboxLookup sandboxes, AgentLogs logs) {
    LogRoutes routes = new LogRoutes(agents, sandboxes, logs);
    return List.of(Endpoint.get("/v1/agents/{name}/logs", routes::show));
  }

  private Reply show(Request request) {
    String name = request.path("name");
    Optional<String> session = request.query("session");
    UUID sandbox = session.isPresent() ? sandboxes.find(name, session).id() : agents.id(name);
    AgentLog log = logs.of(sandbox);
    int tail = request.query("tail", "a number of lines, or all", LogRoutes::tail).orElse(ALL);
    Optional<Instant> since =
        request.query("since", "a time such as 2026-01-31T12:00:00Z", Instant::parse);
    boolean follow = request.flag("follow") && agents.mayWriteLog(name);
    return new Reply.Events(
        stream -> {
          try (LogFollower lines = follow ? log.follow(tail, since) : log.read(tail, since)) {
            send(lines, stream);
          }
        });
  }

  private static int tail(String text) {
    if (text.equals("all")) {
      return ALL;
    }
    int lines = Integer.parseInt(text);
    if (lines < 0) {
      throw new IllegalArgumentException(text);
    }
    return lines;
  }

  private static void send(LogFollower lines, SseStream stream)
      throws IOException, InterruptedException {
    while (!lines.exhausted()) {
      Optional<LogLine> line = lines.next(stream.heartbeat());
      if (line.isPresent()) {
        stream.event(Streams.LINE, line.get());
      } else {
        stream.beat();
      }
    }
  }
}
