package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.executor.LogFollower;
import dev.otters.executor.LogFollowerThread;
import dev.otters.executor.LogLine;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.testkit.Recorder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class OutputFileTest {
  private static final String T1 = "2026-01-22T10:00:00.000000001+00:00";
  private static final String T2 = "2026-01-22T10:00:00.000000002+00:00";
  private static final String T3 = "2026-01-22T10:00:00.000000003+00:00";

  @TempDir Path temp;
  private Path file;
  private final AtomicBoolean over = new AtomicBoolean();
  private final Recorder recorder = new Recorder();

  @BeforeEach
  void name() {
    file = temp.resolve("ctr.log");
  }

  private LogFollower follow(Instant since) {
    OutputFile output = new OutputFile(file, over::get);
    return LogFollowerThread.start(recorder, lines -> output.deliver(since, lines));
  }

  private void write(String text) throws IOException {
    Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private static LogLine line(String time, Stream stream, String text) {
    return new LogLine(Instant.parse(time), stream, text);
  }

  @Test
  void readsTimesStreamsAndTextOfAnEndedContainer() throws IOException {
    write(T1 + " stdout F hello  world\n" + T2 + " stderr F \n" + "no record\n");
    over.set(true);
    try (LogFollower _ = follow(Instant.EPOCH)) {
      recorder.awaitEnd();
    }
    assertThat(recorder.lines())
        .containsExactly(line(T1, Stream.STDOUT, "hello  world"), line(T2, Stream.STDERR, ""));
  }

  @Test
  void joinsTheRecordsOfALineWhateverIsBetweenThem() throws IOException {
    write(T1 + " stdout P one \n" + T2 + " stderr F other\n" + T3 + " stdout F two ü\n");
    over.set(true);
    try (LogFollower _ = follow(Instant.EPOCH)) {
      recorder.awaitEnd();
    }
    assertThat(recorder.lines())
        .containsExactly(line(T2, Stream.STDERR, "other"), line(T1, Stream.STDOUT, "one two ü"));
  }

  @Test
  void passesOnOnlyLaterLines() throws IOException {
    write(T1 + " stdout F one\n" + T2 + " stdout F two\n");
    over.set(true);
    try (LogFollower _ = follow(Instant.parse(T1))) {
      recorder.awaitEnd();
    }
    assertThat(recorder.texts()).containsExactly("two");
  }

  @Test
  void waitsForTheRestOfARecord() throws IOException {
    try (LogFollower _ = follow(Instant.EPOCH)) {
      write(T1 + " stdout F ready\n" + T2 + " stdout F ha");
      recorder.awaitLine("ready");
      write("lf\n");
      recorder.awaitLine("half");
      over.set(true);
      recorder.awaitEnd();
    }
    assertThat(recorder.texts()).containsExactly("ready", "half");
  }

  @Test
  void readsOnInTheFileThatReplacesAFullOne() throws IOException {
    try (LogFollower _ = follow(Instant.EPOCH)) {
      write(T1 + " stdout F one\n");
      recorder.awaitLine("one");
      write(T2 + " stdout F two\n");
      Path next = Files.writeString(temp.resolve("next"), T3 + " stdout F three\n");
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
      recorder.awaitLine("three");
      over.set(true);
      recorder.awaitEnd();
    }
    assertThat(recorder.texts()).containsExactly("one", "two", "three");
  }

  @Test
  void endsWithAContainerThatIsRemovedTogetherWithItsFile() throws IOException {
    try (LogFollower _ = follow(Instant.EPOCH)) {
      write(T1 + " stdout F one\n");
      recorder.awaitLine("one");
      Files.delete(file);
      recorder.awaitEnd();
    }
    assertThat(recorder.texts()).containsExactly("one");
  }

  @Test
  void endsWhereNothingWasEverWritten() {
    over.set(true);
    try (LogFollower _ = follow(Instant.EPOCH)) {
      recorder.awaitEnd();
    }
    assertThat(recorder.texts()).isEmpty();
  }
}
