package dev.otters.bench.figure;

import dev.otters.bench.code.Agentfiles;
import dev.otters.bench.code.Secrets;
import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Goal;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Report;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Workbench;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Measures how long pure code takes, and how the time grows with the input. */
public final class Code implements Group {
  private static final int WARM_UPS = 4;
  private static final int ITERATIONS = 5;
  private static final TimeValue EACH = TimeValue.milliseconds(400);
  private static final int STEP = 10;
  private static final double GROWTH = 1.5;
  private static final String METHOD =
      """
      JMH, one fork, the daemon's own compiler flags (C1). An input of ten times the size is compared with ten times the
      time of the smaller one: 1× is linear growth. The request is one for a completion with the whole conversation. *Secrets* are twenty, in
      their usual encodings, looked for in the result of a tool.\
      """;

  @Override
  public String name() {
    return "code";
  }

  @Override
  public Report measure(Workbench bench) throws IOException {
    Options options =
        new OptionsBuilder()
            .include("dev\\.otters\\.bench\\.code\\..*")
            .mode(Mode.AverageTime)
            .timeUnit(TimeUnit.MICROSECONDS)
            .forks(1)
            .warmupIterations(WARM_UPS)
            .warmupTime(EACH)
            .measurementIterations(ITERATIONS)
            .measurementTime(EACH)
            .jvmArgs(
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--sun-misc-unsafe-memory-access=allow")
            .shouldFailOnError(true)
            .verbosity(VerboseMode.SILENT)
            .build();
    try {
      return new Report("Code", METHOD, figures(new Runner(options).run()), List.of());
    } catch (RunnerException e) {
      throw new IOException("a benchmark failed", e);
    }
  }

  private static List<Figure> figures(Collection<RunResult> results) {
    Map<String, Map<Integer, Quantity>> sizes = new TreeMap<>();
    for (RunResult result : results) {
      String[] words = result.getParams().getBenchmark().split("\\.", -1);
      String shape = result.getParams().getParam("shape");
      String name =
          words[words.length - 2]
              + "."
              + words[words.length - 1]
              + (shape == null ? "" : ", " + shape);
      int size = Integer.parseInt(result.getParams().getParam("size"));
      sizes.computeIfAbsent(name, key -> new TreeMap<>()).put(size, quantity(result));
    }
    List<Figure> figures = new ArrayList<>();
    sizes.forEach(
        (name, bySize) ->
            bySize.forEach((size, time) -> figures.add(figure(name, size, time, bySize))));
    Optional.ofNullable(sizes.get("Agentfiles.parse"))
        .ifPresent(
            bySize ->
                bySize.forEach(
                    (size, time) ->
                        figures.add(
                            speed("Agentfiles.parse", Agentfiles.source(size).length, time))));
    Optional.ofNullable(sizes.get("Secrets.hide"))
        .ifPresent(
            bySize ->
                bySize.forEach(
                    (size, time) -> figures.add(speed("Secrets.hide", Secrets.bytes(size), time))));
    return figures;
  }

  private static Figure figure(
      String name, int size, Quantity time, Map<Integer, Quantity> bySize) {
    Figure figure = Figure.of(name + ", size " + size, time);
    Quantity smaller = bySize.get(size / STEP);
    return smaller == null
        ? figure
        : figure
            .against(STEP + " × that of " + size / STEP, scaled(smaller))
            .goal(new Goal.TimesBaseline(GROWTH));
  }

  /** Returns the throughput of a figure. */
  private static Figure speed(String name, int bytes, Quantity time) {
    List<Double> values = time.samples().values().stream().map(micros -> bytes / micros).toList();
    return Figure.of(
        "%s, %d kB".formatted(name, bytes / 1000),
        new Quantity(new Samples(values), Unit.MEGABYTES_PER_SECOND));
  }

  private static Quantity scaled(Quantity time) {
    List<Double> values = time.samples().values().stream().map(value -> value * STEP).toList();
    return new Quantity(new Samples(values), time.unit());
  }

  private static Quantity quantity(RunResult result) {
    List<Double> scores =
        result.getBenchmarkResults().stream()
            .flatMap(fork -> fork.getIterationResults().stream())
            .map(Code::score)
            .toList();
    return new Quantity(new Samples(scores), Unit.MICROSECONDS);
  }

  private static double score(IterationResult iteration) {
    return iteration.getPrimaryResult().getScore();
  }
}
