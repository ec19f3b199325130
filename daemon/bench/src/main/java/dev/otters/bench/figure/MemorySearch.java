package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.Memories;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Measures searches among memories. */
final class MemorySearch {
  static final int SEARCHES = 300;
  static final int VOCABULARY = 2_000;
  static final int FULL = 10_000;
  static final int MANY = 1_000_000;
  static final int EACH = 100;

  private static final int WARM_UP = 50;
  private static final int WORDS = 12;
  private static final int FOUND = 10;
  private static final double P99 = 0.99;

  private MemorySearch() {}

  static List<Figure> figures() throws IOException {
    List<String> texts = texts(FULL);
    Quantity raw;
    Quantity full;
    try (Memories memories = Memories.create()) {
      memories.store("bench", texts);
      full = time(words -> memories.search("bench", words, FOUND));
      try (RawTexts table = RawTexts.create(memories.folder().resolve("raw.db"), texts)) {
        raw = time(words -> table.search(words, FOUND));
      }
    }
    Quantity many;
    try (Memories memories = Memories.create()) {
      for (int grant = 0; grant < MANY / EACH; grant++) {
        memories.store("bench/g" + grant, texts.subList(0, EACH));
      }
      many = time(words -> memories.search("bench/g77", words, FOUND));
    }
    String baseline = "FTS5 with 10,000 texts";
    return List.of(
        Figure.of("search, a grant with %,d memories".formatted(FULL), full).against(baseline, raw),
        Figure.of("the same, 99th percentile", p99(full)).against(baseline, p99(raw)),
        Figure.of("search, a grant with %d of %,d".formatted(EACH, MANY), many)
            .against(baseline, raw),
        Figure.of("the same, 99th percentile", p99(many)).against(baseline, p99(raw)));
  }

  private static List<String> texts(int count) {
    Random random = new Random(1);
    return IntStream.range(0, count).mapToObj(i -> i + " " + words(random, WORDS)).toList();
  }

  private static String words(Random random, int count) {
    return IntStream.range(0, count)
        .mapToObj(_ -> "word" + random.nextInt(VOCABULARY))
        .collect(Collectors.joining(" "));
  }

  private static Quantity time(ToIntFunction<String> search) {
    Random random = new Random(2);
    List<Double> times = new ArrayList<>();
    int found = 0;
    for (int i = -WARM_UP; i < SEARCHES; i++) {
      String words = words(random, 2);
      long begin = System.nanoTime();
      found += search.applyAsInt(words);
      if (i >= 0) {
        times.add(Clock.millisSince(begin));
      }
    }
    if (found == 0) {
      throw new IllegalStateException("no search found anything");
    }
    return new Quantity(new Samples(times), Unit.MILLISECONDS);
  }

  private static Quantity p99(Quantity all) {
    return Quantity.once(all.samples().quantile(P99), all.unit());
  }
}
