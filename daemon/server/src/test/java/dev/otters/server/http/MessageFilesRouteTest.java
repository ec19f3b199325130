package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.session.FileContent;
import dev.otters.api.session.MessageRequest;
import dev.otters.home.text.Sha256;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in messages over HTTP. */
class MessageFilesRouteTest {
  private static final String SESSION = "/v1/agents/bob/sessions/review";

  @TempDir private Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private static FileContent image(int size) {
    return new FileContent("a.gif", Arrays.copyOf("GIF89a".getBytes(ISO_8859_1), size));
  }

  private Http say(String text, FileContent... files) {
    String body = Json.write(MessageRequest.user("m", text, List.of(files), null, null));
    return kit.ask("POST " + SESSION + "/events", "", body);
  }

  private Problem refused(String text, FileContent... files) {
    try (Http answer = say(text, files)) {
      return ApiKit.problem(answer);
    }
  }

  @Test
  void aLargeImageIsStoredAndRead() {
    FileContent image = image(FileContent.MOST_BYTES);
    try (Http answer = say("Look.", image)) {
      assertThat(answer.status()).isEqualTo(202);
    }
    String sha256 = Sha256.of(image.data());
    try (Http answer = kit.ask("GET " + SESSION + "/events")) {
      assertThat(answer.body())
          .contains("\"name\":\"a.gif\"")
          .contains("\"type\":\"image/gif\"")
          .contains("\"sha256\":\"" + sha256 + "\"")
          .hasSizeLessThan(1000);
    }
    try (Http answer = kit.ask("GET " + SESSION + "/files/" + sha256)) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).hasSize(FileContent.MOST_BYTES).startsWith("GIF89a");
    }
    try (Http answer = kit.ask("GET " + SESSION + "/files/" + "0".repeat(64))) {
      assertThat(ApiKit.problem(answer).title()).startsWith("the session has no file 000");
    }
  }

  @Test
  void tooManyBytesAreRefusedAndTheConnectionLivesOn() {
    assertThat(refused("Look.", image(FileContent.MOST_BYTES + 1)))
        .satisfies(problem -> assertThat(problem.status()).isEqualTo(400))
        .satisfies(
            problem ->
                assertThat(problem.title())
                    .isEqualTo("the files of a message have at most 20 MiB together"))
        .satisfies(problem -> assertThat(problem.remedy()).contains("mount the file with -v"));
    assertThat(refused("Look.", image(2 * FileContent.MOST_BYTES)).status()).isEqualTo(413);
    assertThat(refused("x".repeat(3 << 20)).status()).isEqualTo(413);
    try (Http answer = say("Look.")) {
      assertThat(answer.status()).isEqualTo(202);
    }
  }

  @Test
  void malformedFilesAreRefusedWithoutTheirBytes() {
    for (String file :
        List.of(
            "null",
            "{\"name\":\"a\"}",
            "{\"data\":\"R0lG\"}",
            "{\"name\":\"a\",\"data\":\"!secret!\"}")) {
      String body =
          "{\"id\":\"m\",\"type\":\"user.message\",\"text\":\"Look.\",\"files\":[" + file + "]}";
      try (Http answer = kit.ask("POST " + SESSION + "/events", "", body)) {
        Problem problem = ApiKit.problem(answer);
        assertThat(problem.status()).isEqualTo(400);
        assertThat(problem.toString()).doesNotContain("secret");
      }
    }
    assertThat(refused("Look.", new FileContent("a", new byte[] {0})).title())
        .isEqualTo("the file a is neither an image, nor a PDF, nor plain text");
  }
}
