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
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.OttersHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Measures how far the catalog of a session is behind the beginning and the end of a turn. The
 * commit of either is the turn's own.
 */
final class CatalogUpdates {
  private static final int WARM_UP = 50;
  private static final int PROMPTS = 200;
  private static final double LIMIT = 5;
  private static final Duration LONGEST = Duration.ofSeconds(10);
  private static final Duration PAUSE = Duration.ofNanos(100_000);

  private CatalogUpdates() {}

  /**
   * Returns the times from the arrival of the events that a turn has started and ended until the
   * last file that they change is in the folder.
   *
   * @param prompt what a whole prompt takes
   */
  static List<Figure> figures(OttersHome home, Api api, String agent, Quantity prompt)
      throws IOException, InterruptedException {
    List<Double> begun = new ArrayList<>();
    List<Double> ended = new ArrayList<>();
    try (Api.Conversation session = api.open(agent, Agents.HELLO)) {
      session.awaitEnd();
      Path feed = folder(home, session.id()).resolve("event-feed.md");
      for (int i = -WARM_UP; i < PROMPTS; i++) {
        session.send(Agents.HELLO);
        double lease = millisUntilShown(feed, session.await(EventType.TURN_STARTED));
        double end = millisUntilShown(feed, session.await(EventType.TURN_FINISHED));
        if (i >= 0) {
          begun.add(lease);
          ended.add(end);
        }
      }
    }
    return List.of(
        figure("catalog behind the start of a turn", begun, prompt),
        figure("catalog behind the end of a turn", ended, prompt));
  }

  private static Figure figure(String name, List<Double> values, Quantity prompt) {
    return Figure.of(name, new Quantity(new Samples(values), Unit.MILLISECONDS))
        .against("prompt", prompt)
        .goal(new Goal.AtMost(LIMIT));
  }

  private static double millisUntilShown(Path feed, String json) throws IOException {
    long begin = System.nanoTime();
    SessionEvent event = Json.read(json, SessionEvent.class);
    String line = "- seq " + event.seq() + ",";
    Optional<Object> read = Optional.empty();
    while (true) {
      // Another file is in its place, so only the first look at each reads it.
      Optional<Object> present = identity(feed);
      boolean shown = !present.equals(read) && Files.readString(feed).contains(line);
      read = present;
      double millis = Clock.millisSince(begin);
      if (shown) {
        return millis;
      }
      if (millis > LONGEST.toMillis()) {
        throw new IOException(feed + " does not show event " + event.seq());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  private static Optional<Object> identity(Path file) throws IOException {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(List.of(found.fileKey(), found.lastModifiedTime()));
    } catch (NoSuchFileException _) {
      return Optional.empty();
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
