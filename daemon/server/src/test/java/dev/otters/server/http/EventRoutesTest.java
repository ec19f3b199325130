package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.agent.AgentEvent;
import dev.otters.api.agent.AgentEventType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class EventRoutesTest {
  /** The clock of the daemon stands still at this time. */
  private static final String NOW = "2026-01-01T00:00:00Z";

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private Http follow(String query) {
    return kit.ask("GET /v1/events" + query);
  }

  private static AgentEvent read(Http.Event event) {
    assertThat(event.name()).isEqualTo("agent");
    return Json.read(event.data(), AgentEvent.class);
  }

  private static String next(Http stream) {
    return read(stream.event()).event().toString();
  }

  private List<String> all(String query) {
    try (Http stream = follow(query)) {
      return stream.events().stream().map(event -> read(event).event().toString()).toList();
    }
  }

  private void post(String path) {
    try (Http answer = kit.ask("POST /v1/agents/" + path)) {
      assertThat(answer.status()).isEqualTo(200);
    }
  }

  @Test
  void aStreamBeginsWithItsAnswer() {
    try (Http stream = follow("")) {
      assertThat(stream.status()).isEqualTo(200);
      assertThat(stream.header("content-type")).isEqualTo("text/event-stream");
      post("bob/rename?to=ann");
      AgentEvent rename = read(stream.event());
      assertThat(rename.event()).isEqualTo(AgentEventType.RENAME);
      assertThat(rename.id()).isEqualTo(kit.bob.toString());
      assertThat(rename.name()).isEqualTo("ann");
      assertThat(rename.details().formerName()).isEqualTo("bob");
      post("ann/kill");
      assertThat(List.of(next(stream), next(stream), next(stream)))
          .containsExactly("die", "stop", "kill");
    }
  }

  @Test
  void aStreamEndsAtItsTime() {
    assertThat(all("?since=" + NOW + "&until=" + NOW)).containsExactly("create", "start");
    assertThat(all("?until=" + NOW)).isEmpty();
    assertThat(all("?since=2025-01-01T00:00:00Z&until=" + NOW))
        .containsExactly("gap", "create", "start");
    assertThat(all("?until=2025-01-01T00:00:00Z")).isEmpty();
  }

  @Test
  void filtersSelect() {
    String since = "?since=" + NOW + "&until=" + NOW;
    assertThat(all(since + "&event=start&event=die")).containsExactly("start");
    assertThat(all(since + "&agent=bob")).containsExactly("create", "start");
    assertThat(all(since + "&agent=ann")).isEmpty();
    assertThat(all(since + "&label=team")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?since=yesterday | parameter 'since' is 'yesterday'",
        "?event=explode | parameter 'event' is 'explode': write one of create, start, die,",
        "?since=2026-01-02T00:00:00Z&until=2026-01-01T00:00:00Z | parameter 'until' is before"
            + " 'since'",
      })
  void aWrongParameterIsRefused(String query, String title) {
    try (Http answer = follow(query)) {
      assertThat(answer.status()).isEqualTo(400);
      assertThat(ApiKit.problem(answer).title()).startsWith(title);
    }
  }

  @Test
  void aClientThatReadsNothingDelaysNobody() {
    try (Http silent = kit.start("GET /v1/events", "", "");
        Http reader = follow("?event=start")) {
      String labels = "x".repeat(4000);
      for (int i = 0; i < 2000; i++) {
        kit.daemon.events().publish(at -> event(at, AgentEventType.DIE, labels));
      }
      kit.daemon.events().publish(at -> event(at, AgentEventType.START, "x"));
      assertThat(upToStart(reader)).containsOnly("gap", "start");
      assertThat(silent.head().status()).isEqualTo(200);
      assertThat(upToStart(silent)).contains("die", "gap").endsWith("start");
    }
  }

  private static List<String> upToStart(Http stream) {
    List<String> types = new ArrayList<>(List.of(next(stream)));
    while (!types.getLast().equals("start")) {
      types.add(next(stream));
    }
    return types;
  }

  private static AgentEvent event(Instant at, AgentEventType type, String label) {
    return new AgentEvent(
        at, type, null, "a", null, null, Map.of("l", label), AgentEvent.Details.NONE);
  }
}
