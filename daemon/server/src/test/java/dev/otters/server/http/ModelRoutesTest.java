package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.AgentKit;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.models.weights.TestGguf;
import dev.otters.oci.Digest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ModelRoutesTest {
  private static final String WEIGHTS = "weights";
  private static final String PULL = "POST /v1/models/pull?name=local%2Ftiny";

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  /** Opens a kit with the model {@code tiny}, whose server does not answer. */
  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
    kit.registry.stallAt(request -> true);
    Digest digest = Digest.of(WEIGHTS.getBytes(StandardCharsets.UTF_8));
    Files.writeString(
        folder.resolve("models.yaml"),
        """
        models:
          - name: tiny
            bytes: %d
            sha256: "%s"
            licence: MIT
            context: 512
            sources: [{ url: 'http://%s/tiny' }]
        """
            .formatted(WEIGHTS.length(), digest.hex(), kit.registry.host()));
    Path weights = Files.createDirectories(folder.resolve("models"));
    installed = weights.resolve(digest.hex() + ".gguf");
  }

  private Path installed;

  private ErrorCode refusal(String line) {
    try (Http answer = kit.ask(line)) {
      return ApiKit.problem(answer).code();
    }
  }

  private ModelSummary tiny(String query) {
    return model("tiny", query);
  }

  private ModelSummary model(String name, String query) {
    try (Http answer = kit.ask("GET /v1/models" + query)) {
      return Json.read(answer.body(), ModelList.class).models().stream()
          .filter(model -> model.name().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void aModelIsAddedFromItsFile() {
    byte[] weights = TestGguf.file(5000);
    String add = "POST /v1/models/add?name=mine&context=512&licence=MIT&bytes=5000";
    String headers = "Content-Length: 5000\nAuthorization: Bearer " + kit.token + "\n";
    try (Http answer =
        Http.send(kit.unix(), add + " HTTP/1.1\nHost: localhost\n" + headers + "\n", weights)
            .head()) {
      assertThat(answer.events().getLast().name()).isEqualTo("result");
    }
    assertThat(model("mine", "?verify=true"))
        .isEqualTo(
            new ModelSummary(
                "mine",
                "local",
                "mine, llama, added from a file",
                5000,
                "MIT",
                512,
                0,
                "installed",
                true,
                Digest.of(weights).toString(),
                null,
                null));
  }

  @Test
  void modelsAreListedCheckedAndRemoved() throws IOException {
    assertThat(tiny("").installed()).isFalse();
    Files.writeString(installed, WEIGHTS);
    assertThat(tiny("?verify=true").state()).isEqualTo("installed");
    Files.writeString(installed, WEIGHTS.toUpperCase(java.util.Locale.ROOT));
    assertThat(tiny("?verify=true").state()).contains("damaged");
    try (Http answer =
        kit.ask("POST /v1/models/add?name=mine&context=512&licence=MIT", "", "x".repeat(100))) {
      assertThat(answer.events().getLast().data()).contains("model_invalid");
    }
    try (Http answer = kit.ask("DELETE /v1/models?name=local%2Ftiny")) {
      assertThat(answer.status()).isEqualTo(204);
    }
    assertThat(installed).doesNotExist();
  }

  @Test
  void aModelOfAnAgentIsRemovedOnlyByForce() throws IOException {
    Files.writeString(installed, WEIGHTS);
    kit.daemon.run(RunRequest.of("guide:1").withModel("local/tiny"));
    try (Http answer = kit.ask("DELETE /v1/models?name=tiny")) {
      assertThat(ApiKit.problem(answer).title())
          .isEqualTo("the model local/tiny is used by agent guide");
    }
    try (Http answer = kit.ask("DELETE /v1/models?name=tiny&force=true")) {
      assertThat(answer.status()).isEqualTo(204);
    }
  }

  @Test
  void wrongParametersAreRefused() {
    assertThat(refusal("POST /v1/models/pull")).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal("POST /v1/models/add?name=x&context=0"))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal("POST /v1/models/add?name=x")).isEqualTo(ErrorCode.INVALID_REQUEST);
    assertThat(refusal("DELETE /v1/models?name=x")).isEqualTo(ErrorCode.NOT_FOUND);
  }

  @Test
  void aPullStopsWhenItsClientLeaves() {
    try (Http answer = kit.ask(PULL)) {
      assertThat(answer.status()).isEqualTo(200);
      AgentKit.eventually("the download begins", kit.registry::stalls);
      assertThat(refusal("DELETE /v1/models?name=tiny")).isEqualTo(ErrorCode.CONFLICT);
    }
    AgentKit.eventually("the download ends", this::isAbsent);
  }

  private boolean isAbsent() {
    return refusal("DELETE /v1/models?name=tiny") == ErrorCode.NOT_FOUND;
  }

  @Test
  void aPullStopsWithTheDaemon() {
    try (Http answer = kit.ask(PULL + "&source=http%3A%2F%2F" + kit.registry.host() + "%2Fother")) {
      AgentKit.eventually("the download begins", kit.registry::stalls);
      assertThat(kit.registry.requests()).containsExactly("GET /other");
      kit.servers.close();
      assertThat(answer.events().getLast().data()).contains("shutting_down");
    }
  }
}
