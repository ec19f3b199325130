package dev.otters.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class LogDeliveryTest {
  private static final LogLine LINE = new LogLine(Instant.EPOCH, LogLine.Stream.STDOUT, "line");

  private final List<String> told = new ArrayList<>();
  private final LogDelivery delivery = new LogDelivery(new Sink());

  private final class Sink implements LogSink {
    @Override
    public void line(LogLine line) {
      told.add(line.text());
      if (told.size() == 2) {
        delivery.end();
      }
    }

    @Override
    public void ended(Optional<ExecutorException> failure) {
      told.add(failure.map(Throwable::getMessage).orElse("end"));
    }
  }

  @Test
  void aSinkThatEndsItInALineIsToldNoMore() throws InterruptedException {
    for (int line = 0; line < 3; line++) {
      delivery.line(LINE);
    }

    assertThat(told).containsExactly("line", "line", "end");
    assertThat(delivery.await(Duration.ZERO)).isTrue();
  }

  @Test
  void onlyTheFirstEndIsJudgedAndTold() throws InterruptedException {
    assertThat(delivery.await(Duration.ZERO)).isFalse();
    delivery.end(
        () -> Optional.of(ExecutorException.notCreated(SandboxKey.ofAgent(new UUID(0, 1)))));
    delivery.end(
        () -> {
          throw new AssertionError("judged again");
        });

    assertThat(told).singleElement().asString().contains("was not created");
  }
}
