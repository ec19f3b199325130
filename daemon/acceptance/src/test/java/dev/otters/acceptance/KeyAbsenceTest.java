package dev.otters.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.command.InspectContainerResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.DockerClientFactory;
import tools.jackson.databind.JsonNode;

/**
 * Looks for a provider's key, in any writing, wherever a turn that used it may have left it: in
 * debug logs, the home, the agent's files and environment, and all that the daemon answers.
 */
@Tag("docker")
class KeyAbsenceTest {
  private static final String EVERYTHING =
      """
      <configuration>
        <appender name="FILE" class="ch.qos.logback.core.FileAppender">
          <file>%s</file>
          <encoder><pattern>%%level %%logger %%msg %%kvp %%ex%%n</pattern></encoder>
        </appender>
        <root level="TRACE"><appender-ref ref="FILE"/></root>
      </configuration>
      """;
  private static final List<String> ASKED =
      List.of(
          "/v1/info",
          "/v1/doctor",
          "/v1/version",
          "/v1/providers",
          "/v1/models",
          "/v1/images",
          "/v1/bins",
          "/v1/agents?all=true",
          "/v1/agents/asker",
          "/v1/agents/asker/logs",
          "/v1/agents/asker/sessions/s/events",
          "/v1/agents/refused/sessions/s/events");
  private static final String WRONG = "sk-wrong+0123456789/abcdef";
  private static final List<String> WRITINGS =
      Stream.of(FakeVendor.KEY, WRONG)
          .flatMap(
              key ->
                  Stream.of(
                      key,
                      base64(key),
                      base64("Bearer " + key),
                      URLEncoder.encode(key, StandardCharsets.UTF_8)))
          .toList();

  private FakeVendor vendor;
  private Otters otters;

  @BeforeEach
  void open() throws IOException {
    vendor = new FakeVendor();
    otters = Otters.fresh();
    Path log = otters.home().resolve("trace.log");
    Path configuration = otters.files().resolve("logback.xml");
    Otters.write(configuration, EVERYTHING.formatted(log));
    otters.with("OTTERSD_JAVA_OPTS", "-Dlogback.configurationFile=" + configuration);
  }

  @AfterEach
  void close() throws IOException {
    otters.close();
    vendor.close();
  }

  private static String base64(String text) {
    return Base64.getEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aKeyThatWasUsedIsInItsFileAndNowhereElse() throws Exception {
    vendor.add(otters, "work", FakeVendor.KEY).ok();
    vendor.add(otters, "bad", WRONG).ok();
    Path context =
        otters.agentfile(
            "asker",
            """
            FROM scratch
            NAME asker
            MODEL work/small
            CONTEXT SOUL "Who you are" <<SOUL
            You answer.
            SOUL
            BIN sh otters/tools/sh:latest "A shell."
            """);
    otters.run("run", context.toString()).ok();
    assertThat(otters.run("prompt", "-s", "s", "asker", "Are you there?").ok()).contains("ready");
    otters.run("run", "--name", "refused", "--model", "bad/small", context.toString()).ok();
    Run failed = otters.run("prompt", "-s", "s", "refused", "And you?");
    assertThat(failed.code()).as("%s", failed).isNotZero();

    List<String> said = new ArrayList<>(List.of(failed.out(), failed.err()));
    for (String path : ASKED) {
      said.add(answer(path));
    }
    said.add(otters.run("inspect", "asker", "--output", "json").ok());
    otters.containers().forEach(container -> said.add(described(container.getId())));
    assertThat(said).hasSizeGreaterThan(ASKED.size() + 4);
    assertThat(said).allSatisfy(text -> assertThat(text).doesNotContain(WRITINGS));
    assertThat(Otters.read(otters.home().resolve("trace.log"))).contains("DEBUG dev.otters");
    assertThat(holding()).containsExactly(otters.home().resolve("providers.yaml"));
  }

  private String answer(String path) throws Exception {
    JsonNode credentials = Otters.JSON.readTree(otters.home().resolve("credentials.json").toFile());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(credentials.get("tcp").asString() + path))
            .header("Authorization", "Bearer " + credentials.get("token").asString())
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(path).isEqualTo(200);
      return answer.body();
    }
  }

  /** Gives what the engine knows of the container, and what its processes were started with. */
  private static String described(String id) {
    InspectContainerResponse container =
        DockerClientFactory.instance().client().inspectContainerCmd(id).exec();
    Path process = Path.of("/proc", String.valueOf(container.getState().getPidLong()), "environ");
    try {
      return container.getConfig()
          + String.join("\n", Objects.requireNonNull(container.getConfig().getEnv()))
          + Files.readString(process, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private List<Path> holding() throws IOException {
    try (Stream<Path> files = Files.walk(otters.home())) {
      return files.filter(Files::isRegularFile).filter(KeyAbsenceTest::holds).toList();
    }
  }

  private static boolean holds(Path file) {
    try {
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      return WRITINGS.stream().anyMatch(text::contains);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
