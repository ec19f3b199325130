package dev.otters.bench.figure;

import dev.otters.agents.setup.AgentPaths;
import dev.otters.agents.setup.AgentRoots;
import dev.otters.api.Json;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Api;
import dev.otters.bench.run.OttersHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/** Measures how soon the catalog of a session shows a turn that was leased. */
final class CatalogUpdates {
  private static final int WARM_UP = 50;
  private static final int PROMPTS = 200;
  private static final double LIMIT = 5;
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofNanos(100_000);

  private CatalogUpdates() {}

  /**
   * Returns the time from the lease of a turn until the last file that it changes is in the folder.
   *
   * @param prompt what a whole prompt takes
   */
  static Figure figure(OttersHome home, Api api, String agent, Quantity prompt)
      throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    try (Api.Conversation session = api.open(agent, Agents.HELLO)) {
      session.awaitEnd();
      Path feed = folder(home, session.id()).resolve("event-feed.md");
      for (int i = -WARM_UP; i < PROMPTS; i++) {
        session.send(Agents.HELLO);
        SessionEvent lease = Json.read(session.await(EventType.TURN_STARTED), SessionEvent.class);
        double millis = millisUntilShown(feed, lease);
        session.awaitEnd();
        if (i >= 0) {
          values.add(millis);
        }
      }
    }
    return Figure.of("catalog of a turn", new Quantity(new Samples(values), Unit.MILLISECONDS))
        .against("prompt", prompt)
        .goal(new Goal.AtMost(LIMIT));
  }

  private static double millisUntilShown(Path feed, SessionEvent lease) throws IOException {
    String line = "- seq " + lease.seq() + ",";
    while (true) {
      boolean shown = Files.exists(feed) && Files.readString(feed).contains(line);
      Duration since = Duration.between(lease.createdAt(), Instant.now());
      if (shown) {
        return since.toNanos() / 1e6;
      }
      if (since.compareTo(LONGEST) > 0) {
        throw new IOException(feed + " does not show event " + lease.seq());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  /** Returns the folder of a session of the only agent. */
  private static Path folder(OttersHome home, String session) throws IOException {
    try (Stream<Path> agents = Files.list(home.folder().resolve("agents"))) {
      List<Path> roots = agents.toList();
      if (roots.size() != 1) {
        throw new IOException("not one agent: " + roots);
      }
      return roots.getFirst().resolve(AgentRoots.CATALOG).resolve(AgentPaths.folder(session));
    }
  }
}
