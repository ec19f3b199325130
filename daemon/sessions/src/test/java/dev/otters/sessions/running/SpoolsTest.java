package dev.otters.sessions.running;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.models.gateway.RequestBody;
import dev.otters.models.gateway.Spool;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers of at most 10 bytes, of which 30 bytes are kept. */
class SpoolsTest {
  private static final URI VENDOR = URI.create("https://vendor.example/v1/messages");
  private static final UUID AGENT = UUID.randomUUID();
  private static final String ANSWER = "ten bytes.";

  @TempDir Path folder;
  private Spools spools;

  @BeforeEach
  void open() {
    spools = new Spools(10, 30);
    spools.open(folder);
  }

  private static Step step(String turn, int fence) {
    return new Step(AGENT, turn, fence, 1);
  }

  private static RequestBody request(String text) {
    return RequestBody.of(text.getBytes(UTF_8));
  }

  private void receive(Step step, String answer) throws IOException {
    InputStream vendor = new ByteArrayInputStream(answer.getBytes(UTF_8));
    try (InputStream in = spools.of(step).keep(VENDOR, request("hello"), vendor)) {
      assertThat(in.readAllBytes()).asString(UTF_8).isEqualTo(answer);
    }
  }

  private static boolean isWhole(InputStream in) {
    try {
      return in.readAllBytes().length == ANSWER.length();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean keeps(Step step) throws IOException {
    var found = spools.of(step).received(VENDOR, request("hello"), SpoolsTest::isWhole);
    if (found.isPresent()) {
      found.get().answer().close();
    }
    return found.isPresent();
  }

  @Test
  void theNextAttemptGetsTheAnswerToTheSameRequestOnly() throws IOException {
    receive(step("a", 1), ANSWER);

    Spool spool = spools.of(step("a", 2));
    try (InputStream answer =
        spool.received(VENDOR, request("hello"), SpoolsTest::isWhole).orElseThrow().answer()) {
      assertThat(answer).hasContent(ANSWER);
    }
    assertThat(spool.received(VENDOR, request("hallo"), SpoolsTest::isWhole)).isEmpty();
    assertThat(spool.received(VENDOR.resolve("/"), request("hello"), SpoolsTest::isWhole))
        .isEmpty();
    assertThat(keeps(step("b", 1))).isFalse();
  }

  @Test
  void anAnswerIsCountedOnceByADaemonAndAgainByTheNext() throws IOException {
    receive(step("a", 1), ANSWER);
    assertThat(spools.counts(step("a", 1))).isTrue();
    assertThat(keeps(step("a", 2))).isTrue();
    assertThat(spools.counts(step("a", 2))).isFalse();
    assertThat(spools.counts(step("a", 1))).as("it may come late").isTrue();

    open();
    assertThat(keeps(step("a", 3))).isTrue();
    assertThat(spools.counts(step("a", 3))).isTrue();
    assertThat(keeps(step("a", 4))).isTrue();
    assertThat(spools.counts(step("a", 4))).isFalse();
  }

  @Test
  void anAnswerAboveTheLimitIsNotKept() throws IOException {
    receive(step("a", 1), ANSWER + "!");

    assertThat(keeps(step("a", 2))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 11, 12})
  void anAnswerThatComesInBytesHasTheSameLimit(int length) throws IOException {
    InputStream vendor = new ByteArrayInputStream("é".repeat(6).getBytes(UTF_8), 0, length);
    try (InputStream in = spools.of(step("a", 1)).keep(VENDOR, request("hello"), vendor)) {
      for (int at = 0; at < length; at++) {
        assertThat(in.read()).isEqualTo(at % 2 == 0 ? 0xc3 : 0xa9);
      }
      assertThat(in.read()).isNegative();
    }
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).singleElement().satisfies(it -> assertThat(it).hasSize(10));
    }
  }

  @Test
  void theBytesOfAllAnswersHaveALimit() throws IOException {
    for (String turn : Set.of("a", "b", "c")) {
      receive(step(turn, 1), ANSWER);
      assertThat(keeps(step(turn, 2))).as(turn).isTrue();
    }
    receive(step("d", 1), ANSWER);
    assertThat(keeps(step("d", 2))).isFalse();

    open();
    receive(step("e", 1), ANSWER);
    assertThat(keeps(step("e", 2))).as("the next daemon counts the files it finds").isFalse();
  }

  @Test
  void theBytesOfDeletedAnswersAreFreeAgain() throws IOException {
    for (int turn = 0; turn < 10; turn++) {
      receive(step("turn" + turn, 1), ANSWER);
      assertThat(keeps(step("turn" + turn, 2))).isTrue();
      spools.discard("turn" + turn);
      assertThat(keeps(step("turn" + turn, 2))).isFalse();
    }
    for (int attempt = 1; attempt < 10; attempt++) {
      receive(step("again", attempt), ANSWER);
      assertThat(keeps(step("again", attempt))).isTrue();
    }
  }

  @Test
  void onlyTheAnswersOfOpenTurnsAreKept() throws IOException {
    receive(step("open", 1), ANSWER);
    receive(step("over", 1), ANSWER);
    open();

    spools.keepOnly(Set.of("open", "other"));

    assertThat(keeps(step("open", 2))).isTrue();
    assertThat(keeps(step("over", 2))).isFalse();
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).hasSize(1);
    }
  }
}
