package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.protocol.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MonitoringRoutesTest {
  /** A line of the exposition format: a comment, or a sample. */
  private static final Pattern LINE =
      Pattern.compile(
          "# (HELP [a-z_]+ .+|TYPE [a-z_]+ (counter|gauge))"
              + "|[a-z_]+(\\{[a-z]+=\"[^\"\\n]*\"(,[a-z]+=\"[^\"\\n]*\")*})? -?[0-9.]+");

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private String metrics() {
    try (Http answer = kit.ask("GET /metrics")) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("content-type")).startsWith("text/plain; version=0.0.4");
      return answer.body();
    }
  }

  @Test
  void everyLineHasTheFormatOfPrometheus() {
    assertThat(metrics().lines()).hasSizeGreaterThan(25).allMatch(LINE.asMatchPredicate());
  }

  @Test
  void agentsTurnsAndQueuesAreCounted() throws InterruptedException {
    say("m1");
    assertThat(metrics())
        .contains("otters_agents{state=\"ready\"} 1", "otters_agents{state=\"failed\"} 0")
        .contains(
            "otters_activations{state=\"ready\"} 1", "otters_turns_total{outcome=\"answered\"} 0")
        .contains(
            "otters_heap_bytes{kind=\"used\"}",
            "otters_heap_bytes{kind=\"committed\"}",
            "otters_heap_bytes{kind=\"max\"}");

    var turn = kit.daemon.sessions().turns().lease(kit.bob, "runtime");
    kit.daemon.sessions().turns().ack(kit.bob, turn.id(), turn.fence(), new Outcome.Answered("Hi"));
    assertThat(metrics())
        .contains("otters_activations{state=\"ready\"} 0")
        .contains("otters_turns_total{outcome=\"answered\"} 1");
  }

  @Test
  void openStreamsAreCounted() {
    say("m1");
    assertThat(metrics()).contains("otters_open_streams 0");
    try (Http stream = kit.ask("GET /v1/agents/bob/sessions/s/events?follow=true")) {
      assertThat(stream.event().name()).isEqualTo("event");
      assertThat(metrics()).contains("otters_open_streams 1");
    }
  }

  @Test
  void aDaemonIsReadyWhileItsExecutorAnswers() {
    try (Http answer = kit.ask("GET /readyz")) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isEqualTo("{\"ok\":true}");
    }
    kit.ready =
        () -> {
          throw ApiException.of(ErrorCode.EXECUTOR_UNREACHABLE, "no engine", "Start one.");
        };
    try (Http answer = kit.ask("GET /readyz")) {
      assertThat(answer.status()).isEqualTo(503);
      assertThat(ApiKit.problem(answer).title()).isEqualTo("no engine");
    }
  }

  private void say(String id) {
    String message = "{\"id\":\"%s\",\"type\":\"user.message\",\"text\":\"Hello\"}";
    kit.ask("POST /v1/agents/bob/sessions/s/events", "", message.formatted(id)).close();
  }
}
