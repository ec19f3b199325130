package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProviderRoutesTest {
  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  @Test
  void eachRouteReachesItsOperationWithWhatWasGiven() {
    assertThat(status("GET /v1/providers", "")).isEqualTo(200);
    assertThat(status("POST /v1/providers", "{\"kind\":\"openai\",\"apiKey\":\"k\"}"))
        .isEqualTo(200);
    assertThat(status("PUT /v1/providers/work", "{\"models\":[]}")).isEqualTo(200);
    assertThat(status("DELETE /v1/providers/work?force=true", "")).isEqualTo(200);
    assertThat(status("POST /v1/providers/work/test?model=a%2Fb", "")).isEqualTo(200);
    assertThat(kit.providers.heard)
        .containsExactly(
            "list",
            "add ProviderRequest[name=null, kind=openai, models=null] k",
            "edit work ProviderRequest[name=null, kind=null, models=[]]",
            "remove work true",
            "test work Optional[a/b]");
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
    assertThat(kit.providers.heard).isEmpty();
  }

  private int status(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      return answer.status();
    }
  }
}
