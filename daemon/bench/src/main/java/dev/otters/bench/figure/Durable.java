package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.SessionStore;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Measures what durable messages, long sessions, wakes and starts with many sessions cost. */
public final class Durable implements Group {
  private static final int ROUNDS = 12;
  private static final int ROWS = 400;
  private static final int WRITERS = 100;
  private static final int SESSIONS = 1_000;
  private static final double MILLI = 1_000;
  private static final double ONE_ROW = 1.25;
  private static final double GROUPED = 0.2;
  private static final String TEXT = "A message of some length, as people write them. ".repeat(4);
  private static final String METHOD =
      """
      The daemon's own session log in the process of the bench; nothing leases what is appended. The baseline is a row of the
      same text in a table of its own, through the same driver with the same settings (write-ahead log, `synchronous=FULL`), one
      commit each. All take turns: %d rounds of %d rows. With %d writers each has a session, and the figure is the time of a round
      by its rows. *Status* and *resume* (from a new message, right after a start, to the first request for the model) take turns
      with those of sessions of 10 events. *A due wake*: from the moment at which %,d wakes are due in as many sessions until their
      turns are ready, by their number.\
      """
          .formatted(ROUNDS, ROWS, WRITERS, DueWakes.DUE);

  @Override
  public String name() {
    return "durable";
  }

  @Override
  public Report measure(Workbench bench) throws IOException, InterruptedException {
    List<Double> raw = new ArrayList<>();
    List<Double> alone = new ArrayList<>();
    List<Double> together = new ArrayList<>();
    try (SessionStore store = SessionStore.create();
        RawRows rows = RawRows.create(store.folder().resolve("raw.db"));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int round = -2; round < ROUNDS; round++) {
        double bare = perRow(round, (_, _) -> rows.add(TEXT));
        double one = perRow(round, (r, i) -> store.say("api:one", "m" + r + "-" + i, TEXT));
        double many = together(store, threads, round);
        if (round >= 0) {
          raw.add(bare);
          alone.add(one);
          together.add(many);
        }
      }
    }
    Quantity baseline = micros(raw);
    String row = "a row of SQLite";
    List<Figure> figures =
        new ArrayList<>(
            List.of(
                Figure.of("append, 1 writer", micros(alone))
                    .against(row, baseline)
                    .goal(new Goal.TimesBaseline(ONE_ROW)),
                Figure.of("append, %d writers".formatted(WRITERS), micros(together))
                    .against(row, baseline)
                    .goal(new Goal.TimesBaseline(GROUPED)),
                Figure.of("start with %,d waiting sessions".formatted(SESSIONS), recovery())));
    figures.addAll(LongSessions.figures());
    figures.addAll(DueWakes.figures(baseline));
    return new Report("Durable sessions", METHOD, figures, List.of());
  }

  /** One append of a round. */
  private interface Append {
    void run(int round, int row);
  }

  /** Returns the microseconds of a row. */
  private static double perRow(int round, Append append) {
    long begin = System.nanoTime();
    for (int row = 0; row < ROWS; row++) {
      append.run(round, row);
    }
    return Clock.millisSince(begin) * MILLI / ROWS;
  }

  private static double together(SessionStore store, ExecutorService threads, int round)
      throws InterruptedException {
    int each = 2 * ROWS / WRITERS;
    List<Future<?>> writers = new ArrayList<>();
    long begin = System.nanoTime();
    for (int writer = 0; writer < WRITERS; writer++) {
      String session = "api:many-" + writer;
      writers.add(
          threads.submit(
              () -> {
                for (int row = 0; row < each; row++) {
                  store.say(session, "m" + round + "-" + row, TEXT);
                }
              }));
    }
    for (Future<?> writer : writers) {
      await(writer);
    }
    return Clock.millisSince(begin) * MILLI / (each * WRITERS);
  }

  private static void await(Future<?> writer) throws InterruptedException {
    try {
      Object unused = writer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("an append failed", e);
    }
  }

  /** Returns the time from the start of a daemon's sessions until they take work. */
  private static Quantity recovery() throws IOException {
    SessionStore store = SessionStore.create();
    try {
      for (int i = 0; i < SESSIONS; i++) {
        store.say("api:s" + i, "m", TEXT);
      }
      List<Double> times = new ArrayList<>();
      for (int round = 0; round < ROUNDS; round++) {
        long begin = System.nanoTime();
        store = store.reopen();
        times.add(Clock.millisSince(begin));
      }
      return new Quantity(new Samples(times), Unit.MILLISECONDS);
    } finally {
      store.close();
    }
  }

  private static Quantity micros(List<Double> values) {
    return new Quantity(new Samples(values), Unit.MICROSECONDS);
  }
}
