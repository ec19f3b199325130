package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.LogLine;
import dev.otters.executor.LogLine.Stream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogLinesTest {
  private static final String T1 = "2026-01-22T10:00:00.000000001Z";
  private static final String T2 = "2026-01-22T10:00:00.000000002Z";
  private final List<LogLine> told = new ArrayList<>();
  private LogLines lines = new LogLines(Instant.EPOCH, told::add);

  private void piece(Stream stream, String text) {
    lines.piece(stream, text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void readsTimeAndText() {
    piece(Stream.STDOUT, T1 + " hello  world\n");
    piece(Stream.STDERR, T2 + " \n");
    assertThat(told)
        .containsExactly(
            new LogLine(Instant.parse(T1), Stream.STDOUT, "hello  world"),
            new LogLine(Instant.parse(T2), Stream.STDERR, ""));
  }

  @Test
  void joinsThePiecesOfALineAndKeepsStreamsApart() {
    piece(Stream.STDOUT, T1 + " one ");
    piece(Stream.STDERR, T1 + " other\n");
    piece(Stream.STDOUT, T1 + " two\n");
    assertThat(told)
        .containsExactly(
            new LogLine(Instant.parse(T1), Stream.STDERR, "other"),
            new LogLine(Instant.parse(T1), Stream.STDOUT, "one two"));
  }

  @Test
  void startsANewLineAtANewTimeWhereTheEndOfOneIsMissing() {
    piece(Stream.STDOUT, T1 + " one ");
    piece(Stream.STDOUT, T1 + " two");
    piece(Stream.STDOUT, T2 + " three\n");
    assertThat(told)
        .containsExactly(
            new LogLine(Instant.parse(T1), Stream.STDOUT, "one two"),
            new LogLine(Instant.parse(T2), Stream.STDOUT, "three"));
  }

  @Test
  void takesNoTimeInsideALineForItsEnd() {
    piece(Stream.STDOUT, T2 + " one ");
    piece(Stream.STDOUT, "two ");
    piece(Stream.STDOUT, "9999-01-01T00:00:00.000000000Z three ");
    piece(Stream.STDOUT, T1 + " four\n");
    assertThat(told)
        .containsExactly(new LogLine(Instant.parse(T2), Stream.STDOUT, "one two three four"));
  }

  @Test
  void tellsALastLineWithoutItsEnd() {
    piece(Stream.STDOUT, T1 + " unfinished");
    assertThat(told).isEmpty();
    lines.end();
    assertThat(told).extracting(LogLine::text).containsExactly("unfinished");
    lines.end();
    assertThat(told).hasSize(1);
  }

  @Test
  void tellsOnlyWhatIsLater() {
    lines = new LogLines(Instant.parse(T1), told::add);
    piece(Stream.STDOUT, T1 + " before\n");
    piece(Stream.STDOUT, T2 + " after\n");
    assertThat(told).extracting(LogLine::text).containsExactly("after");
  }

  @Test
  void boundsALineWithoutEnd() {
    for (int i = 0; i < 20; i++) {
      piece(Stream.STDOUT, T1 + " " + "x".repeat(16 * 1024));
    }
    assertThat(told).hasSize(5).allMatch(line -> line.text().length() == 64 * 1024);
  }

  @Test
  void replacesInvalidBytes() {
    byte[] bytes = (T1 + " a?b\n").getBytes(StandardCharsets.UTF_8);
    bytes[bytes.length - 3] = (byte) 0xff;
    lines.piece(Stream.STDOUT, bytes);
    assertThat(told).extracting(LogLine::text).containsExactly("a\uFFFDb");
  }

  @Test
  void passesOnOnlyTheMissingLinesWhenTheSameOutputComesAgain() {
    piece(Stream.STDOUT, T1 + " one\n");
    lines.skipKnown();
    piece(Stream.STDOUT, T1 + " one\n");
    piece(Stream.STDERR, T1 + " trouble\n");
    piece(Stream.STDOUT, T2 + " two\n");
    assertThat(told).extracting(LogLine::text).containsExactly("one", "trouble", "two");
  }
}
