package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.AgentKit;
import dev.otters.api.Json;
import dev.otters.api.agent.LogLine;
import dev.otters.server.http.Http.Event;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LogsTest {
  private static final Instant T0 = Instant.parse("2026-01-31T12:00:00Z");

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    AgentKit.eventually("the runtime's line is kept", () -> lines("").equals(List.of("ready")));
    for (int i = 0; i < 3; i++) {
      write("line " + i, i);
    }
  }

  private void write(String text, int second) {
    kit.daemon.logs().of(kit.bob).append(new LogLine(T0.plusSeconds(second), "stdout", text));
  }

  private static String text(Event event) {
    assertThat(event.name()).isEqualTo("line");
    return Json.read(event.data(), LogLine.class).text();
  }

  private List<String> lines(String query) {
    try (Http answer = kit.ask("GET /v1/agents/bob/logs" + query)) {
      return answer.events().stream().map(LogsTest::text).toList();
    }
  }

  @Test
  void theLogEndsWhereItEnds() {
    assertThat(lines("")).containsExactly("ready", "line 0", "line 1", "line 2");
    assertThat(lines("?tail=all")).hasSize(4);
    assertThat(lines("?tail=1")).containsExactly("line 2");
    assertThat(lines("?since=2026-01-31T12:00:01Z")).containsExactly("ready", "line 1", "line 2");
  }

  @Test
  void aFollowerGetsWhatComesAndTheEnd() {
    try (Http answer = kit.ask("GET /v1/agents/bob/logs?follow=true&tail=1")) {
      assertThat(text(answer.event())).isEqualTo("line 2");
      write("line 3", 3);
      assertThat(text(answer.event())).isEqualTo("line 3");
      kit.daemon.logs().of(kit.bob).end();
      assertThat(answer.events()).isEmpty();
    }
  }

  @Test
  void theLogOfAnAgentThatDoesNotRunHasNothingToFollow() {
    kit.daemon.keeper().stop("bob", Duration.ZERO);
    assertThat(lines("?follow=true")).contains("line 0", "line 1", "line 2");
  }

  @Test
  void clientsThatNeverReadHoldUpNobody() throws InterruptedException {
    String line = "x".repeat(60_000);
    List<Http> idle = new ArrayList<>();
    try (Http reader = kit.ask("GET /v1/agents/bob/logs?follow=true&tail=0")) {
      assertThat(reader.frame().name()).isEqualTo(":");
      for (int i = 0; i < 20; i++) {
        idle.add(kit.ask("GET /v1/agents/bob/logs?follow=true&tail=0"));
      }
      assertThat(reader.frame().name()).isEqualTo(":");
      for (int i = 0; i < 200; i++) {
        write(line, i);
      }
      for (int i = 0; i < 200; i++) {
        assertThat(text(reader.event())).hasSize(line.length());
      }
      try (Http other = kit.ask("GET /v1/version")) {
        assertThat(other.status()).isEqualTo(200);
      }
      Thread closing = Thread.ofVirtual().start(kit.servers::close);
      assertThat(closing.join(Duration.ofSeconds(30))).isTrue();
    } finally {
      idle.forEach(Http::close);
    }
  }
}
