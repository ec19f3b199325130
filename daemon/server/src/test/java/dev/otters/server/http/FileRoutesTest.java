package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.agent.CopyReport;
import dev.otters.api.agent.FileFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class FileRoutesTest {
  private static final String ROUTE = "/v1/agents/bob/files?path=";

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit =
        new ApiKit(
            folder,
            new HttpSettings(
                0,
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Duration.ofMillis(100),
                1 << 20,
                1 << 20));
  }

  private Http put(String path, String body) {
    return kit.ask("PUT " + ROUTE + path, "", body);
  }

  private static <T> T decoded(String text, Class<T> type) {
    return Json.read(new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8), type);
  }

  @Test
  void aFileIsCopiedInAndOut() {
    try (Http answer = put("/workspace", ApiKit.tar("a.txt", "the text"))) {
      assertThat(Json.read(answer.body(), CopyReport.class))
          .isEqualTo(new CopyReport(1, 8, true, List.of(), 0));
    }
    try (Http answer = put("/workspace/b.txt&as=x", ApiKit.tar(".", "other"))) {
      assertThat(answer.status()).as(answer.body()).isEqualTo(200);
    }
    try (Http answer = kit.ask("GET " + ROUTE + "/workspace/b.txt")) {
      assertThat(answer.header("content-type")).isEqualTo("application/x-tar");
      assertThat(answer.header("trailer")).isEqualTo(CopyReport.TRAILER);
      assertThat(decoded(answer.header("otters-file-facts"), FileFacts.class))
          .isEqualTo(new FileFacts("b.txt", "file", 5));
      assertThat(answer.body()).startsWith("b.txt\0").contains("other");
      assertThat(decoded(answer.trailer("otters-copy-report"), CopyReport.class))
          .isEqualTo(new CopyReport(1, 5, true, List.of(), 0));
    }
  }

  @Test
  void aRefusalIsAProblem() {
    try (Http answer = kit.ask("GET " + ROUTE + "/usr/bin")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.FORBIDDEN);
    }
    try (Http answer = kit.ask("GET " + ROUTE + "/workspace/none")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.NOT_FOUND);
    }
    try (Http answer = kit.ask("GET /v1/agents/nobody/files?path=/workspace")) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    }
    for (String bad : List.of("no tar", "\u001f\u008b no gzip")) {
      try (Http answer = put("/workspace", bad)) {
        assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
      }
    }
    try (Http answer = kit.ask("PUT " + ROUTE + "/workspace")) {
      assertThat(ApiKit.problem(answer).title()).contains("has no body: send a tar");
    }
    try (Http answer = kit.ask("GET /v1/agents/bob/files")) {
      assertThat(ApiKit.problem(answer).title()).contains("'path' is missing");
    }
  }

  @Test
  void clientsThatStallAreEndedAndTheirPlacesAreFree() throws IOException {
    Path workspace = kit.daemon.home.agentRoot(kit.bob).resolve("workspace");
    Files.write(workspace.resolve("large"), new byte[20_000_000]);
    List<Http> stalled = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      stalled.add(kit.ask("GET " + ROUTE + "/workspace/large"));
    }
    int refused = 0;
    for (int status = 0; status != 200; refused++) {
      try (Http answer = put("/workspace", ApiKit.tar("a.txt", "the text"))) {
        status = answer.status();
        assertThat(status).as(answer.body()).isIn(200, ErrorCode.CONFLICT.status());
      }
    }
    assertThat(refused).isGreaterThan(1);
    stalled.forEach(Http::close);
    assertThat(workspace.resolve("a.txt")).hasContent("the text");
  }

  @Test
  void aTarThatStallsIsEnded() {
    try (Http stalled =
        kit.start("PUT " + ROUTE + "/workspace", "Transfer-Encoding: chunked\n", "")) {
      stalled.awaitEnd();
    }
    assertThat(kit.daemon.home.agentRoot(kit.bob).resolve("workspace"))
        .isDirectoryNotContaining(
            path -> !path.endsWith("agent") && !path.endsWith(".otters-runtime"));
  }
}
