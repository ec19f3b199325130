package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class StrangersTest {
  private static final int FLOOD = 1024;

  @TempDir Path folder;

  @Test
  void halfSentHeadsKeepNobodyOut() throws IOException {
    List<Http> flood = new ArrayList<>();
    try (ApiKit kit = new ApiKit(folder)) {
      for (int i = 0; i < FLOOD; i++) {
        flood.add(Http.send(kit.tcp(), "GET /v1/version HTTP/1.1\nX-Filler: ", new byte[0]));
      }
      try (Http answer = version(kit)) {
        assertThat(answer.status()).isEqualTo(200);
      }
    } finally {
      flood.forEach(Http::close);
    }
  }

  @Test
  void refusedRequestsThatKeepTheirConnectionKeepNobodyOut() throws IOException {
    List<Http> flood = new ArrayList<>();
    try (ApiKit kit = new ApiKit(folder)) {
      for (int i = 0; i < FLOOD; i++) {
        Http refused = ApiKit.raw(kit.tcp(), "GET /v1/version", "", "").head();
        assertThat(refused.status()).isEqualTo(401);
        flood.add(refused);
      }
      try (Http answer = version(kit)) {
        assertThat(answer.status()).isEqualTo(200);
      }
    } finally {
      flood.forEach(Http::close);
    }
  }

  @Test
  void aConnectionThatShowsNoTokenInTimeIsClosed() throws IOException {
    HttpSettings hasty =
        new HttpSettings(
            0, Duration.ofSeconds(1), Duration.ofMillis(200), Duration.ofSeconds(10), 1024, 1024);
    try (ApiKit kit = new ApiKit(folder, hasty);
        Http silent = Http.send(kit.tcp(), "", new byte[0]);
        Http half = Http.send(kit.tcp(), "GET /v1/version HTTP/1.1\n", new byte[0])) {
      assertThatThrownBy(silent::head).isInstanceOf(UncheckedIOException.class);
      assertThatThrownBy(half::head).isInstanceOf(UncheckedIOException.class);
    }
  }

  @Test
  void aConnectionThatShowedTheTokenStays() throws IOException {
    List<Http> flood = new ArrayList<>();
    try (ApiKit kit = new ApiKit(folder);
        Http stream =
            ApiKit.raw(
                    kit.tcp(),
                    "GET /v1/agents/bob/logs?follow=true&since=2100-01-01T00:00:00Z",
                    "Authorization: Bearer " + kit.token + "\n",
                    "")
                .head()) {
      assertThat(stream.frame().name()).isEqualTo(":");
      for (int i = 0; i < FLOOD; i++) {
        flood.add(Http.send(kit.tcp(), "GET / HTTP/1.1\n", new byte[0]));
      }
      for (int i = 0; i < 10; i++) {
        assertThat(stream.frame().name()).isEqualTo(":");
      }
    } finally {
      flood.forEach(Http::close);
    }
  }

  /**
   * Asks as a client that tries again: on a busy machine, the tenth of a second may be too short.
   */
  private static Http version(ApiKit kit) {
    for (int attempt = 1; ; attempt++) {
      Http asked =
          ApiKit.raw(kit.tcp(), "GET /v1/version", "Authorization: Bearer " + kit.token + "\n", "");
      try {
        return asked.head();
      } catch (UncheckedIOException e) {
        asked.close();
        if (attempt == 10) {
          throw e;
        }
      }
    }
  }
}
