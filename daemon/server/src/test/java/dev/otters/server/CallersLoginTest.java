package dev.otters.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.agents.image.MemoryRegistry;
import dev.otters.agents.image.TestImages;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.RunRequest;
import dev.otters.api.system.Credentials;
import dev.otters.credentials.Credentials.Password;
import dev.otters.credentials.HostCredentials;
import dev.otters.executor.ExecutorException;
import dev.otters.home.text.Secrets;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Progress;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RegistrySettings;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon without any login, and a registry that wants one of those who build and run. */
class CallersLoginTest {
  private static final Password LOGIN = new Password("me", "canary-77");

  @TempDir Path folder;
  private final HttpClient client = HttpClient.newHttpClient();
  private final MemoryRegistry server = new MemoryRegistry();
  private Daemon daemon;
  private Credentials access;

  @BeforeEach
  void aPrivateImage() throws IOException {
    Map<String, String> nobody = Map.of("DOCKER_CONFIG", folder.resolve("none").toString());
    OciStore store = OciStore.open(folder.resolve("author"));
    TestImages images = new TestImages(store, Files.createDirectory(folder.resolve("context")));
    images.runtime();
    images.agent(base(), "FROM scratch\nNAME base\nMODEL a/b\n");
    try (Registry registry = new Registry(RegistrySettings.ofEnvironment(nobody))) {
      ImageReference reference = ImageReference.parse(base());
      registry.push(store.require(reference), reference, store, Progress.NONE);
    }
    server.wants(LOGIN.basic());
    daemon =
        Daemon.start(
            TestOptions.of(folder.resolve("h"), folder, nobody, CallersLoginTest::noEngine));
    access = Json.read(Files.readString(folder.resolve("h/credentials.json")), Credentials.class);
  }

  @AfterEach
  void close() {
    daemon.close();
    server.close();
    client.close();
  }

  private static dev.otters.executor.Executor noEngine(DaemonOptions.ExecutorHome home) {
    throw new ExecutorException(ExecutorException.Reason.UNREACHABLE, "no engine", "Start one.");
  }

  private String base() {
    return server.host() + "/private/base:1";
  }

  private String post(String path, byte[] body, HostCredentials... logins) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(access.tcp() + path))
            .header("Authorization", "Bearer " + access.token())
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    Stream.of(logins).forEach(login -> request.header(HostCredentials.HEADER, login.encode()));
    return client.send(request.build(), BodyHandlers.ofString()).body();
  }

  private HostCredentials mine() {
    return new HostCredentials(server.host(), LOGIN);
  }

  private static Problem problem(String events) {
    String last =
        events.strip().lines().filter(line -> line.startsWith("data:")).toList().getLast();
    assertThat(events).contains("event: error");
    return Json.read(last.substring("data:".length()).strip(), Problem.class);
  }

  private byte[] context() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    byte[] agentfile = ("FROM " + base() + "\nNAME child\n").getBytes(UTF_8);
    try (TarWriter tar = new TarWriter(out)) {
      tar.file("Agentfile", 0644, agentfile);
    }
    return out.toByteArray();
  }

  private byte[] run() {
    return Json.write(RunRequest.of(base())).getBytes(UTF_8);
  }

  @Test
  void aRefusalNamesTheRegistryThatWantsToKnowWhoAsks() throws Exception {
    Problem run = problem(post("/v1/agents", run()));
    assertThat(run.code()).isEqualTo(ErrorCode.REGISTRY_DENIED);
    assertThat(run.registry()).isEqualTo(server.host());
    assertThat(run.remedy()).contains("otters login " + server.host());
    Problem build = problem(post("/v1/images/build", context()));
    assertThat(build.registry()).isEqualTo(server.host());
    assertThat(build.title()).startsWith("FROM \"" + base());
  }

  @Test
  void theCallersLoginIsUsedForHisRequestAloneAndForgotten() throws Exception {
    String built = post("/v1/images/build?tag=child:1", context(), mine());
    assertThat(built).contains("event: result", "child:1");
    String again = Json.write(RunRequest.of(base().replace("base:1", "base:2")));
    assertThat(problem(post("/v1/agents", again.getBytes(UTF_8), mine())).code())
        .isEqualTo(ErrorCode.REGISTRY_NOT_FOUND);
    assertThat(problem(post("/v1/agents", again.getBytes(UTF_8))).code())
        .isEqualTo(ErrorCode.REGISTRY_DENIED);
    assertThat(problem(post("/v1/agents", run())).title()).doesNotContain("denies");
    try (Stream<Path> files = Files.walk(folder.resolve("h"))) {
      assertThat(files.filter(Files::isRegularFile).filter(this::holdsTheLogin)).isEmpty();
    }
  }

  @Test
  void noLaterErrorShowsThePassword() throws Exception {
    String odd = Json.write(RunRequest.of(base().replace("base:1", LOGIN.password() + ":1")));
    Problem first = problem(post("/v1/agents", odd.getBytes(UTF_8), mine()));
    assertThat(first.title()).contains("(secret)").doesNotContain(LOGIN.password());
    assertThat(Secrets.hide(LOGIN.basic())).isEqualTo("Basic (secret)");
  }

  @Test
  void aLoginForAnotherRegistryIsShownToNobody() throws Exception {
    HostCredentials other = new HostCredentials("other.example", LOGIN);
    Problem run = problem(post("/v1/agents", run(), other));
    assertThat(run.code()).isEqualTo(ErrorCode.REGISTRY_DENIED);
    assertThat(run.registry()).isEqualTo(server.host());
  }

  /** Clouds make passwords of several thousand letters, and an agent may be of many registries. */
  @Test
  void theLongLoginsOfManyRegistriesAreTaken() throws Exception {
    HostCredentials[] logins = new HostCredentials[9];
    for (int i = 0; i < 8; i++) {
      logins[i] = new HostCredentials("r" + i + ".example", new Password("me", "x".repeat(6_000)));
    }
    logins[8] = mine();
    assertThat(post("/v1/images/build?tag=child:1", context(), logins)).contains("event: result");
  }

  @Test
  void whatIsNoLoginIsRefusedBeforeAnythingIsDone() throws Exception {
    int asked = server.requests().size();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(access.tcp() + "/v1/agents"))
            .header("Authorization", "Bearer " + access.token())
            .header(HostCredentials.HEADER, "canary-77")
            .POST(HttpRequest.BodyPublishers.ofByteArray(run()))
            .build();
    String answer = client.send(request, BodyHandlers.ofString()).body();
    assertThat(answer).contains(HostCredentials.HEADER).doesNotContain("canary-77");
    assertThat(server.requests()).hasSize(asked);
  }

  private boolean holdsTheLogin(Path file) {
    try {
      String text = Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1);
      return List.of(LOGIN.password(), LOGIN.basic().substring(6), mine().encode()).stream()
          .anyMatch(text::contains);
    } catch (IOException e) {
      throw new AssertionError(file.toString(), e);
    }
  }
}
