package dev.otters.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.system.Credentials;
import dev.otters.executor.ExecutorException;
import dev.otters.oci.tar.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is written where a reference belongs, on every route that takes one. */
class OddReferencesTest {
  private static final String HEX = "0123456789abcdef".repeat(4);

  /** Routes that look for what is named; {@code %s} is the reference. */
  private static final List<String> READING =
      List.of(
          "GET /v1/images/inspect?ref=%s",
          "DELETE /v1/images?ref=%s",
          "DELETE /v1/images?force=true&ref=%s",
          "GET /v1/bins/inspect?ref=%s",
          "DELETE /v1/bins?ref=%s",
          "GET /v1/images/save?name=%s",
          "POST /v1/images/tag?target=b&source=%s",
          "POST /v1/images/pull?ref=%s",
          "POST /v1/images/pull?all=true&ref=%s",
          "POST /v1/images/push?ref=%s",
          "GET /v1/registry/inspect?ref=%s",
          "GET /v1/registry/tags?repository=%s",
          "POST /v1/registry/copy?to=127.0.0.1:1/b&from=%s");

  /** Routes that give a name. */
  private static final List<String> NAMING =
      List.of(
          "POST /v1/images/tag?source=a&target=%s",
          "POST /v1/registry/copy?from=127.0.0.1:1/a&to=%s",
          "POST /v1/images/build?tag=%s",
          "POST /v1/bins/build?name=x&tag=%s");

  @TempDir static Path folder;
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static Daemon daemon;
  private static Credentials access;

  @BeforeAll
  static void start() throws IOException {
    daemon =
        Daemon.start(
            TestOptions.of(
                folder.resolve("h"),
                folder,
                Map.of("DOCKER_CONFIG", folder.resolve("none").toString()),
                OddReferencesTest::noEngine));
    access = Json.read(Files.readString(folder.resolve("h/credentials.json")), Credentials.class);
  }

  @AfterAll
  static void close() {
    daemon.close();
    CLIENT.close();
  }

  private static dev.otters.executor.Executor noEngine(DaemonOptions.ExecutorHome home) {
    throw new ExecutorException(ExecutorException.Reason.UNREACHABLE, "no engine", "Start one.");
  }

  static Stream<String> noReferences() {
    return Stream.of(
        "",
        " ",
        "A",
        "tools/JQ:1",
        "..",
        "../a",
        "a/../b",
        "/",
        "/etc/passwd",
        ":",
        ":a",
        "a:",
        "a:b:c",
        "@",
        "a@",
        "@sha256:12",
        "@sha256:" + HEX,
        "a@sha256:" + HEX.substring(1),
        "a@sha256:" + HEX + "0",
        "a@SHA256:" + HEX,
        "a@md5:" + HEX,
        "sha256:",
        "ünïcode",
        "a:ü",
        "\ud83d\ude00",
        "-a",
        "--force",
        "h:99999/x",
        "h:/x",
        "[::1/x",
        "a\nb",
        "a\u0000b",
        "a\u001b[31mb",
        "a b",
        "a%2fb",
        "a?b&c=d#e",
        "https://r.io/a",
        "r.io/",
        "a".repeat(300),
        "r.io/" + "a/".repeat(200) + "a",
        "a:" + "b".repeat(129),
        "a".repeat(3000));
  }

  @ParameterizedTest
  @MethodSource("noReferences")
  void whatIsNoReferenceIsOneClearErrorEverywhere(String text) {
    SoftAssertions all = new SoftAssertions();
    Stream.concat(READING.stream(), NAMING.stream())
        .forEach(route -> isInvalid(all, route, ask(route, text)));
    isInvalid(all, "run", send("POST", "/v1/agents", Json.write(RunRequest.of(text))));
    if (!text.isEmpty()) {
      isInvalid(all, "load", ask("POST /v1/images/load?name=%s", text));
    }
    all.assertAll();
  }

  /** They are what a reference may be, and here is none of them, nor the registry. */
  static Stream<String> absent() {
    return Stream.of(
        "a",
        "01",
        "deadbeef",
        HEX,
        "a".repeat(255),
        "localhost",
        "a:" + "b".repeat(128),
        "a@sha256:" + HEX,
        "a:1@sha256:" + HEX,
        "sha256:" + HEX,
        "sha256:0123",
        "sha256:xyz",
        "sha256:" + HEX + "0",
        "a--b/c__d:E.f-");
  }

  @ParameterizedTest
  @MethodSource("absent")
  void whatIsNotHereIsSaidToBeAbsent(String text) {
    SoftAssertions all = new SoftAssertions();
    for (String route : READING) {
      isClear(all, route, ask(route, text), 2, 3, 21);
    }
    isClear(all, "run", send("POST", "/v1/agents", Json.write(RunRequest.of(text))), 2, 3, 21);
    all.assertAll();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sha256", "sha256:xyz", "sha256:0123"})
  void nothingIsCalledLikeADigest(String text) {
    SoftAssertions all = new SoftAssertions();
    NAMING.forEach(route -> isInvalid(all, route, ask(route, text)));
    isInvalid(all, "load", ask("POST /v1/images/load?name=%s", text));
    all.assertAll();
  }

  private static void isInvalid(SoftAssertions all, String route, Problem problem) {
    isClear(all, route, problem, ErrorCode.INVALID_REQUEST.exitCode());
  }

  private static void isClear(SoftAssertions all, String route, Problem problem, Integer... exits) {
    all.assertThat(problem.code().exitCode()).as(route + ": " + problem).isIn(Set.of(exits));
    all.assertThat(problem.title())
        .as(route)
        .isNotBlank()
        .hasSizeLessThan(800)
        .doesNotContain("foresaw", "Exception", "java.", "\n", "\u001b", "\u0000");
  }

  private static Problem ask(String route, String text) {
    String[] words = route.formatted(URLEncoder.encode(text, UTF_8)).split(" ", 2);
    return send(words[0], words[1], "");
  }

  private static Problem send(String method, String path, String json) {
    try {
      byte[] body = path.contains("build") ? context() : json.getBytes(UTF_8);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(access.tcp() + path))
              .header("Authorization", "Bearer " + access.token())
              .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
              .build();
      HttpResponse<String> answer = CLIENT.send(request, BodyHandlers.ofString());
      return problem(path, answer.body());
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(method + " " + path, e);
    }
  }

  private static Problem problem(String path, String answer) {
    if (answer.startsWith("{")) {
      return Json.read(answer, Problem.class);
    }
    assertThat(answer).as(path).containsOnlyOnce("event: error");
    String last =
        answer.strip().lines().filter(line -> line.startsWith("data:")).toList().getLast();
    return Json.read(last.substring("data:".length()).strip(), Problem.class);
  }

  private static byte[] context() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarWriter tar = new TarWriter(out)) {
      tar.file("Agentfile", 0644, "FROM scratch\nNAME x\nMODEL a/b\n".getBytes(UTF_8));
      tar.file("linux/amd64", 0755, "#!/bin/sh\n".getBytes(UTF_8));
    }
    return out.toByteArray();
  }
}
