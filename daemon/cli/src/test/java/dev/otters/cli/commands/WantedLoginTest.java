package dev.otters.cli.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.Progress;
import dev.otters.api.Streams;
import dev.otters.api.image.BuildResult;
import dev.otters.cli.testing.Bench;
import dev.otters.cli.testing.FakeDaemon;
import dev.otters.cli.testing.Given;
import dev.otters.credentials.Credentials;
import dev.otters.credentials.DockerConfig;
import dev.otters.credentials.HostCredentials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which registries are asked while an agent is made, only the daemon knows. */
class WantedLoginTest {
  private static final String SECRET = "canary-93";
  private static final String HEADER = HostCredentials.HEADER.toLowerCase(Locale.ROOT);

  @TempDir Path folder;
  private Bench bench;
  private FakeDaemon daemon;
  private DockerConfig config;

  @BeforeEach
  void start() throws IOException {
    bench = new Bench(folder);
    daemon = bench.daemon();
    config = new DockerConfig(bench.folder().resolve(".docker/config.json"), Map.of());
  }

  @AfterEach
  void stop() throws IOException {
    bench.close();
  }

  private void loggedInTo(String... hosts) {
    for (String host : hosts) {
      config.store(host, new Credentials.Password("me-at-" + host, SECRET));
    }
  }

  /** Answers once each of the registries was answered for, in their order. */
  private void wanted(String route, Object result, String... hosts) {
    daemon.on(
        route,
        (request, reply) -> {
          reply.stream();
          int given = given(request).map(host -> List.of(hosts).indexOf(host) + 1).orElse(0);
          if (given == hosts.length) {
            reply.event(null, Streams.RESULT, result);
          } else {
            reply.event(null, Streams.PROGRESS, new Progress("x", "resolve", 0, 0));
            reply.event(null, Streams.ERROR, refusal(hosts[given]));
          }
          reply.end();
        });
  }

  private static Problem refusal(String host) {
    return Problem.of(
            ErrorCode.REGISTRY_DENIED,
            "registry " + host + " denies access",
            "otters login " + host)
        .withRegistry(host);
  }

  /** Returns the registry of the last credentials of a request. */
  private static Optional<String> given(FakeDaemon.Request request) {
    return Optional.ofNullable(request.headers().get(HEADER))
        .map(header -> HostCredentials.decode(header).host());
  }

  private List<Optional<String>> given() {
    return daemon.requests().stream().map(WantedLoginTest::given).toList();
  }

  @Test
  void aRunSendsTheLoginOfTheRegistryThatWantsItAndNoOther() {
    loggedInTo("r.io", "q.io");
    wanted("POST /v1/agents", Given.agent("bob"), "r.io");
    Bench.Run run = bench.run("run", "--debug", "r.io/private/agent");
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out()).startsWith("bob is ready");
    assertThat(run.err()).doesNotContain(SECRET);
    assertThat(given()).containsExactly(Optional.empty(), Optional.of("r.io"));
  }

  @Test
  void registriesOfToolsAreAnsweredOneAfterTheOther() {
    loggedInTo("r.io", "tools.io:5000", "q.io");
    wanted("POST /v1/agents", Given.agent("bob"), "r.io", "tools.io:5000");
    assertThat(bench.run("run", "r.io/private/agent").exit()).isZero();
    assertThat(given())
        .containsExactly(Optional.empty(), Optional.of("r.io"), Optional.of("tools.io:5000"));
  }

  @Test
  void aBuildSendsItsFilesAgain() throws IOException {
    loggedInTo("r.io");
    BuildResult built = new BuildResult("a:1", Given.DIGEST, List.of("a:1"), 1, List.of());
    wanted("POST /v1/images/build", built, "r.io");
    Files.writeString(bench.folder().resolve("Agentfile"), "FROM r.io/private/base\nNAME a\n");
    assertThat(bench.run("build", "-q").out()).isEqualTo(Given.DIGEST + "\n");
    assertThat(daemon.requests()).hasSize(2);
    assertThat(daemon.requests())
        .allSatisfy(request -> assertThat(request.text()).contains("FROM r.io/private/base"));
  }

  @Test
  void whoIsNotLoggedInIsToldHowAndNothingIsTriedTwice() {
    loggedInTo("q.io");
    wanted("POST /v1/agents", Given.agent("bob"), "r.io");
    Bench.Run run = bench.run("run", "-o", "json", "r.io/private/agent");
    assertThat(run.exit()).isEqualTo(22);
    assertThat(run.out() + run.err()).contains("r.io denies access", "otters login r.io");
    assertThat(given()).containsExactly(Optional.empty());
  }

  @Test
  void aLoginThatIsRefusedEndsTheCommand() {
    loggedInTo("r.io");
    daemon.refuse("POST /v1/agents", refusal("r.io"));
    Bench.Run run = bench.run("run", "r.io/private/agent");
    assertThat(run.exit()).isEqualTo(22);
    assertThat(given()).containsExactly(Optional.empty(), Optional.of("r.io"));
    assertThat(Json.pretty(refusal("r.io"))).contains("\"registry\": \"r.io\"");
  }

  @Test
  void aLoginThatIsRefusedIsNotTriedAgainWhenItsHelperMakesAnotherSecret() throws IOException {
    Path helper = bench.folder().resolve("docker-credential-maker");
    Files.writeString(
        helper,
        "#!/bin/sh\ncd %s && echo x >> calls\n".formatted(bench.folder())
            + "echo \"{\\\"Username\\\":\\\"me\\\",\\\"Secret\\\":\\\"$(wc -l < calls)\\\"}\"\n");
    assertThat(helper.toFile().setExecutable(true)).isTrue();
    Files.createDirectories(config.file().getParent());
    Files.writeString(config.file(), "{\"credsStore\":\"maker\"}");
    bench.variable("PATH", bench.folder() + ":/usr/bin:/bin");
    AtomicInteger runs = new AtomicInteger();
    daemon.on(
        "POST /v1/agents",
        (request, reply) -> {
          reply.stream();
          boolean often = runs.incrementAndGet() > 3;
          reply.event(
              null, often ? Streams.RESULT : Streams.ERROR, often ? "often" : refusal("r.io"));
          reply.end();
        });
    assertThat(bench.run("run", "r.io/private/agent").exit()).isEqualTo(22);
    assertThat(given()).containsExactly(Optional.empty(), Optional.of("r.io"));
  }
}
