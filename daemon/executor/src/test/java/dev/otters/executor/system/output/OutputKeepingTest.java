package dev.otters.executor.system.output;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.LogLine;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.root.TreeRemover;
import dev.otters.executor.system.output.RawOutput.Position;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads raw output and keeps lines, with daemons that die in between. */
class OutputKeepingTest {
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createTempDirectory("output").toRealPath();
  }

  @AfterEach
  void removeFolder() throws IOException {
    TreeRemover.remove(folder);
  }

  private void piece(int number, String text) throws IOException {
    Files.writeString(
        folder.resolve("out." + number),
        text,
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  /** Moves all readable output into the store. */
  private static void drain(RawOutput raw, LineStore store) throws IOException {
    RawOutput.Lines keeper =
        new RawOutput.Lines() {
          @Override
          public void line(byte[] text, Position end) throws IOException {
            store.append(Stream.STDOUT, text, end);
          }

          @Override
          public void gap(Position next) throws IOException {
            store.append(Stream.STDOUT, "gap".getBytes(StandardCharsets.UTF_8), next);
          }
        };
    while (raw.read(keeper)) {
      assertThat(raw).isNotNull();
    }
  }

  private RawOutput raw(LineStore store) {
    return new RawOutput(folder, "out", store.position(Stream.STDOUT));
  }

  private List<LogLine> lines(LineStore store) throws IOException {
    List<LogLine> all = new ArrayList<>();
    LineStore.Place at = LineStore.Place.START;
    LineStore.Batch batch = LineStore.read(folder, at, store.end());
    while (!batch.next().equals(at)) {
      all.addAll(batch.lines());
      at = batch.next();
      batch = LineStore.read(folder, at, store.end());
    }
    return all;
  }

  @Test
  void joinsLinesAcrossPiecesAndRemovesThem() throws IOException {
    try (LineStore store = LineStore.open(folder)) {
      RawOutput raw = raw(store);
      piece(0, "one\ntw");
      drain(raw, store);
      piece(1, "o\nthree\n");
      drain(raw, store);
      assertThat(lines(store)).extracting(LogLine::text).containsExactly("one", "two", "three");
      assertThat(folder.resolve("out.0")).doesNotExist();
      assertThat(folder.resolve("out.1")).exists();
    }
  }

  @Test
  void theNextDaemonGoesOnWhereTheLineBegan() throws IOException {
    List<LogLine> before;
    try (LineStore store = LineStore.open(folder)) {
      piece(0, "one\nha");
      drain(raw(store), store);
      before = lines(store);
    }
    piece(0, "lf\n");
    try (LineStore store = LineStore.open(folder)) {
      drain(raw(store), store);
      assertThat(lines(store)).startsWith(before.toArray(LogLine[]::new));
      assertThat(lines(store)).extracting(LogLine::text).containsExactly("one", "half");
    }
  }

  @Test
  void aHalfWrittenEntryIsForgottenAndReadAgain() throws IOException {
    piece(0, "one\ntwo\n");
    try (LineStore store = LineStore.open(folder)) {
      drain(raw(store), store);
    }
    Path kept = folder.resolve("lines.0");
    byte[] bytes = Files.readAllBytes(kept);
    Files.write(kept, java.util.Arrays.copyOf(bytes, bytes.length - 2));
    try (LineStore store = LineStore.open(folder)) {
      assertThat(lines(store)).extracting(LogLine::text).containsExactly("one");
      drain(raw(store), store);
      assertThat(lines(store)).extracting(LogLine::text).containsExactly("one", "two");
    }
  }

  @Test
  void whatWasDroppedIsSaid() throws IOException {
    piece(4, "late\n");
    piece(5, "later\n");
    try (LineStore store = LineStore.open(folder)) {
      drain(raw(store), store);
      assertThat(lines(store)).extracting(LogLine::text).containsExactly("gap", "late", "later");
    }
  }

  @Test
  void theBeginningOfALineWhoseEndWasDroppedIsNotJoinedToALaterLine() throws IOException {
    try (LineStore store = LineStore.open(folder)) {
      RawOutput raw = raw(store);
      piece(0, "one\nha");
      drain(raw, store);
      Files.delete(folder.resolve("out.0"));
      piece(2, "late\n");
      drain(raw, store);
      assertThat(lines(store)).extracting(LogLine::text).containsExactly("one", "gap", "late");
    }
  }

  @Test
  void keepsThirtyMebibytesAndKnowsItsPlaceAfterwards() throws IOException {
    byte[] line = "x".repeat(1000).getBytes(StandardCharsets.US_ASCII);
    try (LineStore store = LineStore.open(folder)) {
      store.append(Stream.STDERR, "first".getBytes(StandardCharsets.US_ASCII), new Position(7, 9));
      for (int i = 1; i <= 45_000; i++) {
        store.append(Stream.STDOUT, line, new Position(0, i));
      }
    }
    try (var files = Files.list(folder)) {
      assertThat(files.map(f -> f.getFileName().toString())).hasSize(3).doesNotContain("lines.0");
    }
    try (LineStore store = LineStore.open(folder)) {
      assertThat(store.position(Stream.STDOUT)).isEqualTo(new Position(0, 45_000));
      assertThat(store.position(Stream.STDERR)).isEqualTo(new Position(7, 9));
      assertThat(lines(store)).hasSizeBetween(20_000, 31_000);
    }
  }

  @Test
  void aLineOfTheGreatestLengthIsFoundAgain() throws IOException {
    byte[] line = "x".repeat(64 * 1024).getBytes(StandardCharsets.US_ASCII);
    try (LineStore store = LineStore.open(folder)) {
      for (int i = 1; i <= 9; i++) {
        store.append(Stream.STDOUT, line, new Position(0, i));
      }
    }
    try (LineStore store = LineStore.open(folder)) {
      assertThat(store.position(Stream.STDOUT)).isEqualTo(new Position(0, 9));
      assertThat(lines(store)).hasSize(9);
    }
  }

  @Test
  void timesAlwaysGrowAndRubbishIsShownAsSuch() throws IOException {
    try (LineStore store = LineStore.open(folder)) {
      for (int i = 0; i < 1000; i++) {
        store.append(Stream.STDOUT, new byte[] {(byte) 0xff, 0, ' '}, new Position(0, i));
      }
      assertThat(lines(store)).extracting(LogLine::at).isSorted().doesNotHaveDuplicates();
      assertThat(lines(store)).extracting(LogLine::text).containsOnly("\uFFFD\0 ");
    }
  }
}
