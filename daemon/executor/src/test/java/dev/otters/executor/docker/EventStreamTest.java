package dev.otters.executor.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.model.Event;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.testkit.AnsweringEngine;
import java.io.IOException;
import java.net.URI;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Reads more events than the queue holds. */
@Timeout(60)
class EventStreamTest {
  private static final int MANY = 2000;
  @TempDir Path temp;

  private static String events() {
    StringBuilder all = new StringBuilder("{\"ApiVersion\":\"1.41\",\"id\":\"0\"}\n");
    for (int i = 1; i < MANY; i++) {
      all.append("{\"Type\":\"container\",\"Action\":\"die\",\"id\":\"").append(i).append("\"}\n");
    }
    return all.toString();
  }

  @Test
  void handsOutEveryEventInItsOrderAndThenEnds() throws Exception {
    Path socket = temp.resolve("engine.sock");
    List<String> ids = new ArrayList<>();
    try (ServerSocketChannel _ = AnsweringEngine.serve(socket, events());
        EngineConnection engine = EngineConnection.open(URI.create("unix://" + socket));
        EventStream stream = new EventStream(engine, Instant.EPOCH)) {
      for (Optional<Event> e = stream.next(); e.isPresent(); e = stream.next()) {
        ids.add(e.get().getId());
      }
    }
    assertThat(ids).hasSize(MANY).startsWith("0", "1", "2").endsWith("" + (MANY - 1));
  }

  @Test
  void handsOutEventsThatAreLargerThanTheQueue() throws Exception {
    Path socket = temp.resolve("engine.sock");
    String label =
        "\"Actor\":{\"ID\":\"x\",\"Attributes\":{\"label\":\"" + "x".repeat(1 << 20) + "\"}}";
    String events =
        IntStream.range(0, 5)
            .mapToObj(
                i ->
                    "{\"Type\":\"container\",\"Action\":\"die\",\"id\":\""
                        + i
                        + "\","
                        + label
                        + "}\n")
            .collect(Collectors.joining());
    List<String> ids = new ArrayList<>();
    try (ServerSocketChannel _ = AnsweringEngine.serve(socket, events);
        EngineConnection engine = EngineConnection.open(URI.create("unix://" + socket));
        EventStream stream = new EventStream(engine, Instant.EPOCH)) {
      while (stream.waiting() == 0 || (stream.waiting() == 1 && !readerWaits())) {
        Thread.onSpinWait();
      }
      assertThat(stream.waiting()).isEqualTo(1);
      for (Optional<Event> e = stream.next(); e.isPresent(); e = stream.next()) {
        ids.add(e.get().getId());
        assertThat(stream.waiting()).isLessThanOrEqualTo(1);
      }
    }
    assertThat(ids).containsExactly("0", "1", "2", "3", "4");
  }

  /** Tells whether the thread that reads the engine's answer waits for room in the queue. */
  private static boolean readerWaits() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getState() == Thread.State.WAITING)
        .flatMap(thread -> Stream.of(thread.getValue()))
        .anyMatch(frame -> frame.getClassName().startsWith(EventStream.class.getName() + "$"));
  }

  @Test
  void closesWhileEventsWait() throws IOException, InterruptedException {
    Path socket = temp.resolve("engine.sock");
    try (ServerSocketChannel _ = AnsweringEngine.serve(socket, events());
        EngineConnection engine = EngineConnection.open(URI.create("unix://" + socket))) {
      EventStream stream = new EventStream(engine, Instant.EPOCH);
      assertThat(stream.next()).isPresent();
      stream.close();
      Optional<Event> next = stream.next();
      while (next.isPresent()) {
        next = stream.next();
      }
      assertThat(next).isEmpty();
    }
  }
}
