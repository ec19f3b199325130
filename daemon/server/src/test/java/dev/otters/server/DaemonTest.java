package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.engine.ExecutorKind;
import dev.otters.agents.start.StepListener;
import dev.otters.agents.supervise.RestartBackoff;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.system.Credentials;
import dev.otters.api.system.DiskRow;
import dev.otters.api.system.DiskUsage;
import dev.otters.api.system.InfoView;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.executor.testkit.FakeExecutor;
import dev.otters.home.Home;
import dev.otters.home.time.ManualTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DaemonTest {
  private static final DaemonOptions.Opener NO_ENGINE =
      home -> {
        throw new ExecutorException(
            ExecutorException.Reason.UNREACHABLE, "no engine at /run/docker.sock", "Start Docker.");
      };

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final FakeEngine engine = new FakeEngine();

  @Test
  void aDaemonTellsClientsWhereItIsAndSaysHowItIs() throws Exception {
    try (Daemon daemon = start(home -> new FakeExecutor(engine, home.id()))) {
      Credentials credentials = credentials();
      assertThat(credentials.endpoint())
          .isEqualTo("unix://" + daemon.home().folder().resolve("otters.sock"));
      assertThat(credentials.tcp()).isEqualTo("http://127.0.0.1:" + daemon.port());

      InfoView info = Json.read(get("/v1/info", credentials).body(), InfoView.class);
      assertThat(info.daemon().pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(info.daemon().home()).isEqualTo(daemon.home().folder().toString());
      assertThat(info.executors().executor()).isNotNull();
      assertThat(info.executors().executor().kind()).isEqualTo("fake");
      assertThat(info.warnings()).anySatisfy(w -> assertThat(w).contains("otters/runtime:"));
      assertThat(get("/v1/agents?all=true", credentials).body()).isEqualTo("{\"agents\":[]}");
    }
  }

  @Test
  void theScriptsOfADistributionAnswerAndWarningsOfProvidersAreShown() throws Exception {
    Path scripts = Files.createDirectories(folder.resolve("distribution/scripts"));
    Files.writeString(scripts.resolve("shipped.yaml"), "rules:\n  - say: ready\n");
    Path providers = Files.createDirectory(folder.resolve("h")).resolve("providers.yaml");
    Files.writeString(providers, "providers:\n- {name: work, kind: openai, api-key: k}\n");
    Files.setPosixFilePermissions(providers, PosixFilePermissions.fromString("rw-r--r--"));
    try (Daemon daemon = start(NO_ENGINE, Optional.of(folder.resolve("distribution")), Map.of())) {
      assertThat(daemon.port()).isPositive();
      assertThat(post("/v1/providers/scripted/test?model=shipped", credentials()).body())
          .contains("ready");
      InfoView info = Json.read(get("/v1/info", credentials()).body(), InfoView.class);
      assertThat(info.warnings()).anySatisfy(it -> assertThat(it).contains("providers.yaml"));
    }
  }

  @Test
  void aDaemonWithoutAnEngineSaysWhatWasTried() throws Exception {
    try (Daemon daemon = start(NO_ENGINE)) {
      InfoView info = Json.read(get("/v1/info", credentials()).body(), InfoView.class);

      assertThat(daemon.port()).isPositive();
      assertThat(info.executors().executor()).isNull();
      assertThat(info.executors().executorProblem()).isNotNull();
      assertThat(info.executors().executorProblem().code())
          .isEqualTo(ErrorCode.EXECUTOR_UNREACHABLE);
      assertThat(info.executors().executorProblem().title())
          .isEqualTo("no engine at /run/docker.sock");
    }
  }

  @Test
  void theTokenOutlivesTheDaemonAndTheSocketDoesNot() throws Exception {
    Credentials first;
    Path socket = folder.resolve("h/otters.sock");
    try (Daemon daemon = start(NO_ENGINE)) {
      first = credentials();
      assertThat(daemon.home().folder().resolve("otters.sock")).exists();
      assertThat(mode(socket)).isEqualTo("rw-------");
    }
    assertThat(socket).doesNotExist();

    try (Daemon daemon = start(NO_ENGINE)) {
      assertThat(daemon.port()).isPositive();
      assertThat(credentials().token()).isEqualTo(first.token());
      assertThat(get("/v1/version", credentials()).statusCode()).isEqualTo(200);
    }
  }

  /** Another program may have the port by then, and must not be given the token. */
  @Test
  void theCredentialsOfAStoppedDaemonNameNoPort() throws Exception {
    start(NO_ENGINE).close();

    assertThat(credentials().tcp()).isNull();
    assertThat(credentials().token()).isNotEmpty();
  }

  @Test
  void damagedCredentialsAreReplaced() throws Exception {
    start(NO_ENGINE).close();
    Files.writeString(folder.resolve("h/credentials.json"), "{");

    try (Daemon daemon = start(NO_ENGINE)) {
      assertThat(daemon.port()).isPositive();
      assertThat(get("/v1/version", credentials()).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void nothingOfAHomeIsForAnybodyElse() throws Exception {
    try (Daemon daemon = start(NO_ENGINE);
        Stream<Path> files = Files.list(daemon.home().folder())) {
      assertThat(mode(daemon.home().folder())).isEqualTo("rwx------");
      for (String secret :
          new String[] {
            "credentials.json", "daemon.db", "keys", "keys/signing.key", "home.id", "run"
          }) {
        assertThat(mode(daemon.home().folder().resolve(secret))).as(secret).endsWith("------");
      }
      assertThat(files).isNotEmpty();
    }
  }

  @Test
  void aSecondDaemonOnTheHomeIsRefusedAndTheFirstGoesOn() throws Exception {
    try (Daemon daemon = start(NO_ENGINE)) {
      assertThatThrownBy(() -> start(NO_ENGINE))
          .isInstanceOfSatisfying(
              ApiException.class,
              e -> assertThat(e.problem().code()).isEqualTo(ErrorCode.HOME_IN_USE));
      assertThat(daemon.port()).isPositive();
      assertThat(get("/v1/version", credentials()).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void aDaemonThatCannotStartLetsTheHomeGo() throws Exception {
    Files.createDirectories(folder.resolve("h"));
    Files.writeString(
        folder.resolve("h/daemon.db"), "this is no database, whatever its name says".repeat(100));

    assertThatThrownBy(() -> start(NO_ENGINE)).isInstanceOf(RuntimeException.class);
    Files.delete(folder.resolve("h/daemon.db"));
    start(NO_ENGINE).close();
  }

  @Test
  void aWrongExecutorIsSaidBeforeAnyImageIsRead() throws Exception {
    Path distribution = Files.createDirectory(folder.resolve("distribution"));

    assertThatThrownBy(
            () -> start(NO_ENGINE, Optional.of(distribution), Map.of("OTTERS_EXECUTOR", "balloon")))
        .isInstanceOf(ApiException.class)
        .hasMessageContaining("OTTERS_EXECUTOR is 'balloon'");
    assertThat(folder.resolve("h/registry")).doesNotExist();
  }

  @Test
  void theDiskSpaceOfWorkspacesAndSessionsIsMeasuredWithoutLinks() throws Exception {
    try (Daemon daemon = start(NO_ENGINE)) {
      Path kept = Files.createDirectories(daemon.home().kept().resolve("old/workspace"));
      Files.write(kept.resolve("file"), new byte[5000]);
      Files.createSymbolicLink(kept.resolve("link"), kept.resolve("file"));
      List<DiskRow> rows =
          Json.read(get("/v1/system/df", credentials()).body(), DiskUsage.class).rows();

      assertThat(rows)
          .extracting(DiskRow::type)
          .containsExactly("images", "agents", "models", "sessions", "logs");
      assertThat(rows.get(1)).isEqualTo(new DiskRow("agents", 0, 0, 5000, 0, false));
      assertThat(rows.get(3).size()).isGreaterThanOrEqualTo(Files.size(daemon.home().database()));
    }
  }

  @Test
  void theDoctorNamesTheProxyWithoutItsPassword() throws Exception {
    Map<String, String> environment = Map.of("HTTPS_PROXY", "http://me:s3cret@proxy:3128");
    try (Daemon daemon = start(NO_ENGINE, Optional.empty(), environment)) {
      assertThat(daemon.port()).isPositive();
      assertThat(get("/v1/doctor", credentials()).body())
          .contains("HTTPS_PROXY http://proxy:3128")
          .doesNotContain("s3cret");
    }
  }

  @Test
  void theVariablesOfThePromptLogMoveItOrSwitchItOff() {
    Home home = new Home(folder);
    Path usual = folder.resolve("prompt_log.jsonl");

    assertThat(Daemon.promptLog(Map.of(), home)).contains(usual);
    assertThat(Daemon.promptLog(Map.of("OTTERS_PROMPT_LOG_PATH", " "), home)).contains(usual);
    assertThat(Daemon.promptLog(Map.of("OTTERS_PROMPT_LOG_PATH", "/logs/p"), home))
        .contains(Path.of("/logs/p"));
    assertThat(Daemon.promptLog(Map.of("OTTERS_PROMPT_LOG_DISABLED", "0"), home)).contains(usual);
    assertThat(
            Daemon.promptLog(
                Map.of("OTTERS_PROMPT_LOG_DISABLED", "1", "OTTERS_PROMPT_LOG_PATH", "/p"), home))
        .isEmpty();
  }

  private Daemon start(DaemonOptions.Opener docker) throws IOException {
    return start(docker, Optional.empty(), Map.of());
  }

  private Daemon start(
      DaemonOptions.Opener docker, Optional<Path> distribution, Map<String, String> environment)
      throws IOException {
    return Daemon.start(
        new DaemonOptions(
            folder.resolve("h"),
            distribution,
            environment,
            folder,
            Optional.empty(),
            Map.of(ExecutorKind.DOCKER, docker),
            RestartBackoff.standard(),
            new ManualTime(),
            StepListener.NONE));
  }

  private Credentials credentials() throws IOException {
    return Json.read(Files.readString(folder.resolve("h/credentials.json")), Credentials.class);
  }

  private HttpResponse<String> get(String path, Credentials credentials) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(credentials.tcp() + path))
            .header("Authorization", "Bearer " + credentials.token())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, Credentials credentials) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(credentials.tcp() + path))
            .header("Authorization", "Bearer " + credentials.token())
            .POST(HttpRequest.BodyPublishers.noBody())
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static String mode(Path file) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
  }
}
