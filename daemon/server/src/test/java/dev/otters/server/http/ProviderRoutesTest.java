package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderTestResult;
import dev.otters.api.model.ProviderView;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderRoutesTest {
  private static final String WORK = "{\"name\":\"work\",\"kind\":\"openai\",\"apiKey\":\"k\"}";

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private List<ProviderView> providers() {
    try (Http answer = kit.ask("GET /v1/providers")) {
      return Json.read(answer.body(), ProviderList.class).providers();
    }
  }

  @Test
  void aProviderIsAddedChangedAndRemoved() {
    assertThat(status("POST /v1/providers", WORK)).isEqualTo(200);
    assertThat(status("PUT /v1/providers/work", "{\"models\":[\"a\"]}")).isEqualTo(200);
    assertThat(providers()).extracting(ProviderView::name).containsExactly("scripted", "work");
    assertThat(providers().getLast().models()).containsExactly("a");
    assertThat(status("DELETE /v1/providers/work", "")).isEqualTo(200);
    assertThat(providers()).hasSize(1);
  }

  @Test
  void aProviderOfAnAgentIsRemovedOnlyByForce() {
    assertThat(status("POST /v1/providers", WORK)).isEqualTo(200);
    kit.daemon.run(RunRequest.of("guide:1").withModel("work/a"));
    try (Http answer = kit.ask("DELETE /v1/providers/work")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.PROVIDER_IN_USE);
    }
    assertThat(status("DELETE /v1/providers/work?force=true", "")).isEqualTo(200);
    assertThat(providers()).hasSize(1);
  }

  @Test
  void aTestAsksTheModel() throws IOException {
    Files.writeString(folder.resolve("a.yaml"), "rules:\n  - say: ready\n");
    try (Http answer = kit.ask("POST /v1/providers/scripted/test?model=a")) {
      assertThat(Json.read(answer.body(), ProviderTestResult.class).model()).isEqualTo("a");
    }
  }

  @Test
  void aBrokenRequestIsRefusedWithoutItsText() {
    String body = "{\"name\":\"a\",\"apiKey\":sk-secret-value}";
    try (Http answer = kit.ask("POST /v1/providers", "", body)) {
      assertThat(answer.status()).isEqualTo(400);
      String text = answer.body();
      assertThat(text).doesNotContain("secret");
    }
    try (Http answer = kit.ask("PUT /v1/providers/work", "", "")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
    }
    assertThat(providers()).hasSize(1);
  }

  private int status(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return answer.status();
    }
  }
}
