package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.model.ModelList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ModelRoutesTest {
  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private ErrorCode refusal(String line) {
    try (Http answer = kit.ask(line)) {
      return ApiKit.problem(answer).code();
    }
  }

  @Test
  void modelsAreListedPulledAddedAndRemoved() {
    try (Http answer = kit.ask("GET /v1/models?verify=true")) {
      assertThat(Json.read(answer.body(), ModelList.class).notes()).containsExactly("bob is away");
    }
    try (Http answer = kit.ask("POST /v1/models/pull?name=tiny&source=https%3A%2F%2Fx%2Fy")) {
      assertThat(answer.events().getLast().name()).isEqualTo("result");
    }
    try (Http answer =
        kit.ask("POST /v1/models/add?name=mine&context=512&licence=MIT", "", "x".repeat(100))) {
      assertThat(answer.events().getLast().name()).isEqualTo("result");
    }
    try (Http answer = kit.ask("DELETE /v1/models?name=tiny&force=true")) {
      assertThat(answer.status()).isEqualTo(204);
    }
    assertThat(kit.models.heard)
        .containsExactly(
            "list true",
            "pull tiny Optional[https://x/y]",
            "Addition[name=mine, bytes=0, context=Optional[512], licence=Optional[MIT]] <- 100",
            "remove tiny");
  }

  @Test
  void wrongParametersAreRefused() {
    assertThat(refusal("POST /v1/models/pull")).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal("POST /v1/models/add?name=x&context=0"))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal("POST /v1/models/add?name=x")).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal("DELETE /v1/models?name=x")).isEqualTo(ErrorCode.CONFLICT);
    assertThat(kit.models.heard).isEmpty();
  }

  @Test
  void aPullStopsWhenItsClientLeaves() throws InterruptedException {
    try (Http answer = kit.ask("POST /v1/models/pull?name=endless")) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(kit.models.pulling.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(kit.models.stopped.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aPullStopsWithTheDaemon() throws InterruptedException {
    try (Http answer = kit.ask("POST /v1/models/pull?name=endless")) {
      assertThat(kit.models.pulling.await(30, TimeUnit.SECONDS)).isTrue();
      kit.servers.close();
      assertThat(answer.events().getLast().data()).contains("shutting_down");
    }
    assertThat(kit.models.stopped.await(30, TimeUnit.SECONDS)).isTrue();
  }
}
