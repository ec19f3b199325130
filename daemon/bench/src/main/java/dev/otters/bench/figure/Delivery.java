package dev.otters.bench.figure;

import dev.otters.api.session.EventType;
import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Api;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Measures how long a message takes to all who follow its session. */
final class Delivery {
  private static final int FOLLOWERS = 100;
  private static final int WARM_UP = 50;
  private static final int MESSAGES = 200;
  private static final double P99 = 0.99;

  private Delivery() {}

  /** Returns the time from a request with a message to its arrival on each stream. */
  static List<Figure> figures(Api api, String agent) throws IOException, InterruptedException {
    Quantity one = measure(api, agent, 1);
    Quantity all = measure(api, agent, FOLLOWERS);
    double p99 = all.samples().quantile(P99);
    return List.of(
        Figure.of("message to a follower, %d follow".formatted(FOLLOWERS), all)
            .against("1 follows", one),
        Figure.of("the same, 99th percentile", Quantity.once(p99, Unit.MILLISECONDS))
            .against("1 follows", Quantity.once(one.samples().quantile(P99), Unit.MILLISECONDS)));
  }

  private static Quantity measure(Api api, String agent, int count)
      throws IOException, InterruptedException {
    List<Double> values = new ArrayList<>();
    List<Api.Conversation> followers = new ArrayList<>();
    try (Api.Conversation session = api.open(agent, Agents.HELLO);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      session.awaitEnd();
      for (int i = 0; i < count; i++) {
        Api.Conversation follower = session.join();
        followers.add(follower);
        String unused = follower.await(EventType.USER_MESSAGE);
      }
      for (int i = -WARM_UP; i < MESSAGES; i++) {
        List<Double> arrivals = arrivals(session, followers, threads);
        session.awaitEnd();
        if (i >= 0) {
          values.addAll(arrivals);
        }
      }
    } finally {
      for (Api.Conversation follower : followers) {
        follower.close();
      }
    }
    return new Quantity(new Samples(values), Unit.MILLISECONDS);
  }

  private static List<Double> arrivals(
      Api.Conversation session, List<Api.Conversation> followers, ExecutorService threads)
      throws IOException, InterruptedException {
    List<Future<Long>> waiting =
        followers.stream().map(follower -> threads.submit(() -> arrival(follower))).toList();
    long begin = System.nanoTime();
    session.send(Agents.HELLO);
    List<Double> millis = new ArrayList<>();
    try {
      for (Future<Long> arrived : waiting) {
        millis.add((arrived.get() - begin) / 1e6);
      }
    } catch (ExecutionException e) {
      throw new IOException("a follower failed", e.getCause());
    }
    return millis;
  }

  private static long arrival(Api.Conversation follower) throws IOException {
    String unused = follower.await(EventType.USER_MESSAGE);
    return System.nanoTime();
  }
}
