package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.resources.grant.Grants;
import dev.otters.resources.grant.Namespace;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** Measures the check of a namespace against the grants of a session. */
final class GrantChecks {
  static final int CHECKS = 100_000;

  private static final int ROUNDS = 12;
  private static final int GRANTS = 32;
  private static final double MICROS = 1_000;
  private static final String DEEP = "/a/b/c/d/e/f/g/h/i/j/k/l";

  private GrantChecks() {}

  static Figure figure() {
    List<String> texts =
        IntStream.range(0, GRANTS).mapToObj(i -> "app/user/u_" + i + "/work").toList();
    Grants grants = Grants.of(texts);
    String path = texts.getLast() + DEEP;
    List<Double> checks = new ArrayList<>();
    List<Double> plain = new ArrayList<>();
    for (int round = -2; round < ROUNDS; round++) {
      double check = each(() -> grants.mayWrite(new Namespace(path)));
      double compare = each(() -> texts.stream().anyMatch(it -> path.startsWith(it + "/")));
      if (round >= 0) {
        checks.add(check);
        plain.add(compare);
      }
    }
    return Figure.of("grant check", new Quantity(new Samples(checks), Unit.MICROSECONDS))
        .against("texts", new Quantity(new Samples(plain), Unit.MICROSECONDS));
  }

  private static double each(BooleanSupplier check) {
    int covered = 0;
    long begin = System.nanoTime();
    for (int i = 0; i < CHECKS; i++) {
      covered += check.getAsBoolean() ? 1 : 0;
    }
    double micros = Clock.millisSince(begin) * MICROS / CHECKS;
    if (covered != CHECKS) {
      throw new IllegalStateException("a covered namespace was refused");
    }
    return micros;
  }
}
