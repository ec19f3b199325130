package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.server.http.disk.LowWater;
import io.helidon.http.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LowWaterTest {
  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private List<String> lines(boolean adding) {
    return kit.endpoints.stream()
        .filter(it -> it.method().equals(Method.GET) || adding)
        .map(LowWater::line)
        .filter(line -> LowWater.ADDING.contains(line) == adding)
        .toList();
  }

  private static String asked(String line) {
    return line.replace("{name}", "bob").replace("{session}", "s").replaceAll("\\{\\w+}", "1");
  }

  @Test
  void everyOperationThatAddsDataIsRefusedBelowTheMark() {
    assertThat(lines(true)).containsExactlyInAnyOrderElementsOf(LowWater.ADDING);
    kit.free = 99;
    for (String line : LowWater.ADDING) {
      try (Http answer = kit.ask(asked(line), "", "{\"ref\":\"guide:1\",\"name\":\"eve\"}")) {
        assertThat(answer.status()).as(line).isEqualTo(507);
        Problem problem = ApiKit.problem(answer);
        assertThat(problem.code()).isEqualTo(ErrorCode.DISK_FULL);
        assertThat(problem.remedy()).contains("otters system prune");
      }
    }
    assertThat(kit.daemon.keeper().list(true).agents()).hasSize(1);
    assertThat(kit.registry.requests()).isEmpty();
  }

  @Test
  void readsMessagesAndWhatFreesSpaceWork() {
    kit.free = 0;
    for (String line : lines(false)) {
      try (Http answer = kit.ask(asked(line))) {
        assertThat(answer.status()).as(line).isNotEqualTo(507);
      }
    }
    String message = "{\"id\":\"m\",\"type\":\"user.message\",\"text\":\"Hi\"}";
    try (Http answer = kit.ask("POST /v1/agents/bob/sessions/s/events", "", message)) {
      assertThat(answer.status()).isEqualTo(202);
    }
    try (Http answer = kit.ask("POST /v1/images/prune")) {
      assertThat(answer.status()).isEqualTo(200);
    }
    try (Http answer = kit.ask("DELETE /v1/agents/bob?force=true")) {
      assertThat(answer.status()).isEqualTo(204);
    }
  }
}
