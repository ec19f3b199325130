package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.server.http.disk.LowWater;
import io.helidon.http.Method;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LowWaterTest {
  /** The operations that write and go on below the mark, with why they do. */
  private static final Map<String, List<String>> OPEN =
      Map.of(
          "ends, frees or finds what went wrong",
          List.of(
              "POST /v1/agents/{name}/kill",
              "POST /v1/agents/{name}/stop",
              "POST /v1/agents/{name}/sessions/{session}/interrupt",
              "POST /v1/agents/{name}/sessions/{session}/revoke",
              "POST /v1/files/purge",
              "POST /v1/images/prune",
              "POST /v1/memories/purge",
              "POST /v1/networks/prune",
              "POST /v1/sessions/fsck",
              "POST /v1/system/fsck"),
          "keeps a running agent at work; the reserve of the database is for it",
          List.of(
              "POST /v1/agents/{name}/exec",
              "POST /v1/agents/{name}/restart",
              "POST /v1/agents/{name}/sessions",
              "POST /v1/agents/{name}/sessions/{session}/approvals",
              "POST /v1/agents/{name}/sessions/{session}/custom-calls/{call}",
              "POST /v1/agents/{name}/sessions/{session}/events",
              "POST /v1/agents/{name}/sessions/{session}/retry",
              "POST /v1/agents/{name}/sessions/{session}/traces/{turn}/replay",
              "POST /v1/agents/{name}/sessions/{session}/wakes"),
          "changes a name or a small setting",
          List.of(
              "POST /v1/agents/{name}/rename",
              "PUT /v1/agents/{name}/sessions/{session}/budget",
              "PUT /v1/agents/{name}/sessions/{session}/name",
              "POST /v1/agents/{name}/sessions/{session}/outcome/evaluate",
              "POST /v1/agents/{name}/sessions/{session}/outcome/verdict",
              "POST /v1/images/tag",
              "POST /v1/providers",
              "PUT /v1/providers/{name}",
              "POST /v1/tokens"),
          "stores nothing here",
          List.of(
              "POST /v1/images/push",
              "POST /v1/providers/{name}/test",
              "POST /v1/registry/copy",
              "POST /v1/registry/login",
              "POST /v1/vaults/{vault}/reveal"));

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
  void everyOtherOperationThatWritesIsOpenForAReason() {
    List<String> open =
        kit.endpoints.stream()
            .filter(it -> !it.method().equals(Method.GET) && !it.method().equals(Method.DELETE))
            .map(LowWater::line)
            .filter(line -> line.contains(" /v1/") && !LowWater.ADDING.contains(line))
            .toList();
    assertThat(OPEN.values().stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(open);
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
