package dev.otters.bench.figure;

import dev.otters.bench.report.Figure;
import dev.otters.bench.report.Quantity;
import dev.otters.bench.report.Samples;
import dev.otters.bench.report.Unit;
import dev.otters.bench.run.Clock;
import dev.otters.bench.run.FileDrafts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Measures promotes and comparisons of a file of the largest size. */
final class DurableFiles {
  static final int CHANGES = 100;

  private static final int ROUNDS = 20;
  private static final int LINES = 1 << 14;
  private static final int APART = 150;

  private DurableFiles() {}

  static List<Figure> figures() throws IOException, InterruptedException {
    List<Double> promotes = new ArrayList<>();
    List<Double> writes = new ArrayList<>();
    List<Double> compares = new ArrayList<>();
    List<Double> diffs = new ArrayList<>();
    try (FileDrafts files = FileDrafts.create()) {
      Path old = files.folder().resolve("old");
      Path fresh = files.folder().resolve("fresh");
      for (int round = -2; round < ROUNDS; round++) {
        String before = text("round " + round, "same");
        String after = text("round " + round, "changed");
        double promote = files.promote(before);
        double write = write(old, before);
        double unused = write(fresh, after);
        double compare = files.compare(after, 2 * CHANGES);
        double diff = diff(old, fresh);
        if (round >= 0) {
          promotes.add(promote);
          writes.add(write);
          compares.add(compare);
          diffs.add(diff);
        }
      }
    }
    return List.of(
        Figure.of("promote of 1 MiB", millis(promotes)).against("a synced file", millis(writes)),
        Figure.of("compare of 1 MiB", millis(compares)).against("diff -u", millis(diffs)));
  }

  /** Returns a text of 1 MiB, in lines of 64 bytes. */
  private static String text(String begin, String sometimes) {
    return IntStream.range(0, LINES)
        .mapToObj(
            line ->
                "%-63s"
                    .formatted(
                        line
                            + " "
                            + (line < CHANGES * APART && line % APART == 0
                                ? begin + sometimes
                                : begin)))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static double write(Path file, String text) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    long begin = System.nanoTime();
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      while (bytes.hasRemaining()) {
        int unused = out.write(bytes);
      }
      out.force(true);
    }
    return Clock.millisSince(begin);
  }

  private static double diff(Path old, Path fresh) throws IOException, InterruptedException {
    Path out = Files.createTempFile(old.getParent(), "diff", "");
    long begin = System.nanoTime();
    int code =
        new ProcessBuilder("diff", "-u", old.toString(), fresh.toString())
            .redirectOutput(out.toFile())
            .start()
            .waitFor();
    double millis = Clock.millisSince(begin);
    if (code != 1) {
      throw new IOException("diff ended with " + code);
    }
    return millis;
  }

  private static Quantity millis(List<Double> values) {
    return new Quantity(new Samples(values), Unit.MILLISECONDS);
  }
}
