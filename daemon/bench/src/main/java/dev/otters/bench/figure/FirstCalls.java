package dev.otters.bench.figure;

import dev.otters.api.Json;
import dev.otters.api.session.EventType;
import dev.otters.api.session.SessionEvent;
import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Api;
import dev.otters.bench.run.StubVendor;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Measures how soon a turn asks the model. */
final class FirstCalls {
  private static final int WARM_UP = 20;
  private static final int PROMPTS = 100;

  private FirstCalls() {}

  /** Returns the times from the request with a message, and from its lease, to the vendor. */
  static List<Figure> figures(Api api, String agent, StubVendor vendor)
      throws IOException, InterruptedException {
    List<Double> sinceMessage = new ArrayList<>();
    List<Double> sinceLease = new ArrayList<>();
    try (Api.Conversation session = api.open(agent, Agents.HELLO)) {
      session.awaitEnd();
      for (int i = -WARM_UP; i < PROMPTS; i++) {
        Instant begin = Instant.now();
        session.send(Agents.HELLO);
        String started = session.await(EventType.TURN_STARTED);
        session.awaitEnd();
        if (i >= 0) {
          sinceMessage.add(millis(begin, vendor.asked()));
          sinceLease.add(millis(leased(started), vendor.asked()));
        }
      }
    }
    return List.of(
        Figure.of("message to the first model call", quantity(sinceMessage)),
        Figure.of("lease to the first model call", quantity(sinceLease)));
  }

  private static Instant leased(String event) {
    return Json.read(event, SessionEvent.class).createdAt();
  }

  private static double millis(Instant from, Instant to) {
    return Duration.between(from, to).toNanos() / 1e6;
  }

  private static Quantity quantity(List<Double> values) {
    return new Quantity(new Samples(values), Unit.MILLISECONDS);
  }
}
