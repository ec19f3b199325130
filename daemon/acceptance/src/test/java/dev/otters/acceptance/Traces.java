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
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testcontainers.DockerClientFactory;
import tools.jackson.databind.JsonNode;

/** Looks for secrets, in any writing, wherever their use may have left them. */
final class Traces {
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

  private Traces() {}

  /** Makes a daemon that is started later log all that it can, into its home. */
  static void logEverything(Otters otters) {
    Path configuration = otters.files().resolve("logback.xml");
    Otters.write(configuration, EVERYTHING.formatted(log(otters)));
    otters.with("OTTERSD_JAVA_OPTS", "-Dlogback.configurationFile=" + configuration);
  }

  /** Gives the file that all of it is in. */
  static Path log(Otters otters) {
    return otters.home().resolve("trace.log");
  }

  /** Gives the ways in which these texts may be written, also in the middle of something else. */
  static String[] writings(String... secrets) {
    return Stream.of(secrets)
        .flatMap(
            secret ->
                Stream.concat(
                    Stream.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8)),
                    inBase64(secret)))
        .distinct()
        .toArray(String[]::new);
  }

  /**
   * Gives the ways in which these passwords of a user may be written, those of headers included.
   */
  static String[] writingsOfLogins(String user, String... passwords) {
    return writings(
        Stream.of(passwords)
            .flatMap(it -> Stream.of(it, basic(user, it).substring("Basic ".length())))
            .toArray(String[]::new));
  }

  /** Gives what base64 makes of a text, wherever it begins in what is encoded. */
  private static Stream<String> inBase64(String text) {
    return IntStream.range(0, 3)
        .boxed()
        .flatMap(
            before ->
                Stream.of(Base64.getEncoder(), Base64.getUrlEncoder())
                    .map(it -> it.withoutPadding().encodeToString(bytes(" ".repeat(before) + text)))
                    .map(it -> it.substring(before == 0 ? 0 : before + 1, it.length() - 1)));
  }

  /** Gives the value of a header that shows this user and password. */
  static String basic(String user, String password) {
    return "Basic " + Base64.getEncoder().encodeToString(bytes(user + ":" + password));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Gives what the daemon answers at a path. */
  static String answer(Otters otters, String path) throws Exception {
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

  /** Gives all that the engine shows of the container. */
  static String configuration(String id) {
    return DockerClientFactory.instance().client().inspectContainerCmd(id).exec().toString();
  }

  /** Gives what the engine knows of the container, and what its processes were started with. */
  static String described(String id) {
    InspectContainerResponse container =
        DockerClientFactory.instance().client().inspectContainerCmd(id).exec();
    Path process = Path.of("/proc", String.valueOf(container.getState().getPidLong()), "environ");
    return container.getConfig()
        + String.join("\n", Objects.requireNonNull(container.getConfig().getEnv()))
        + start(process);
  }

  /**
   * Gives the environments and command lines that hold one of these texts: of the daemon, of what
   * it started, and of whatever else has to do with its home.
   */
  static List<Path> processesWith(Otters otters, String... texts) {
    long daemon = otters.daemon().pid();
    return ProcessHandle.allProcesses()
        .filter(it -> isOf(it, daemon) || starts(it).anyMatch(file -> names(file, otters.home())))
        .flatMap(Traces::starts)
        .filter(file -> Stream.of(texts).anyMatch(start(file)::contains))
        .toList();
  }

  private static boolean isOf(ProcessHandle process, long daemon) {
    return process.pid() == daemon || process.parent().filter(it -> isOf(it, daemon)).isPresent();
  }

  private static boolean names(Path file, Path home) {
    return start(file).contains(home.toString());
  }

  private static Stream<Path> starts(ProcessHandle process) {
    Path folder = Path.of("/proc", String.valueOf(process.pid()));
    return Stream.of(folder.resolve("environ"), folder.resolve("cmdline"));
  }

  private static String start(Path file) {
    try {
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException ended) {
      return "";
    }
  }
}
