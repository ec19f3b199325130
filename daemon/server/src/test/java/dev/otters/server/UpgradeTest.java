package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.wire.RuntimeClient;
import dev.otters.api.Json;
import dev.otters.api.agent.AgentList;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.agent.AgentView;
import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinSummary;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageSummary;
import dev.otters.api.session.SessionList;
import dev.otters.api.session.SessionSummary;
import dev.otters.api.system.Credentials;
import dev.otters.executor.SandboxUser;
import dev.otters.executor.root.AgentRootOwner;
import dev.otters.executor.testkit.FakeEngine;
import dev.otters.executor.testkit.FakeExecutor;
import dev.otters.executor.testkit.FakeSandbox;
import dev.otters.home.ProcessUser;
import dev.otters.home.store.Database;
import dev.otters.home.store.StoreException;
import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.ToolCall;
import dev.otters.server.problem.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A daemon of today on the home of an older release, which {@code record.sh} recorded. */
class UpgradeTest {
  private static final String RECORDED = "home-V0017.tar.gz";
  private static final String REVIEW = "/v1/agents/bob/sessions/review";

  @TempDir Path folder;
  private final FakeEngine engine = new FakeEngine();
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeEach
  void unpack() throws IOException, InterruptedException {
    Path home = Files.createDirectory(home());
    Process tar =
        new ProcessBuilder("tar", "-xzf", "-", "-C", home.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (InputStream recorded = UpgradeTest.class.getResourceAsStream(RECORDED);
        OutputStream in = tar.getOutputStream()) {
      assertThat(recorded).isNotNull().isNotEmpty();
      recorded.transferTo(in);
    }
    assertThat(tar.waitFor()).isZero();
    engine.program(UpgradeTest::answerOneTurn);
  }

  @Test
  void anUpgradedHomeKeepsItsAgentWithItsSettings() throws Exception {
    try (Daemon daemon = start()) {
      AgentList agents = read(daemon, "/v1/agents?all=true", AgentList.class);
      assertThat(agents.agents()).extracting(AgentSummary::name).containsExactly("bob");

      AgentView bob = read(daemon, "/v1/agents/bob", AgentView.class);
      assertThat(bob.state().status()).isEqualTo(AgentStatus.STOPPED);
      assertThat(bob.model()).isEqualTo("scripted/counter");
      assertThat(Json.write(bob)).contains("GREETING", "fruit", "count");
    }
  }

  @Test
  void anUpgradedHomeKeepsItsImages() throws Exception {
    try (Daemon daemon = start()) {
      assertThat(read(daemon, "/v1/images", ImageList.class).images())
          .extracting(ImageSummary::ref)
          .contains("counter:1");
      assertThat(read(daemon, "/v1/bins", BinList.class).bins())
          .extracting(BinSummary::ref)
          .contains("tools/count:1");
      assertThat(get(daemon, "/v1/images/inspect?ref=counter:1")).contains("Counts items.");
    }
  }

  @Test
  void anUpgradedHomeKeepsItsSessionsWithToolCallsAndFiles() throws Exception {
    try (Daemon daemon = start()) {
      assertThat(read(daemon, "/v1/sessions", SessionList.class).sessions())
          .extracting(SessionSummary::id, SessionSummary::turns)
          .containsExactlyInAnyOrder(
              org.assertj.core.groups.Tuple.tuple("review", 2L),
              org.assertj.core.groups.Tuple.tuple("second", 1L));
      assertThat(get(daemon, REVIEW + "/events"))
          .contains("Count the items.", "agent.tool_use", "4 items", "There are 4 items.");
      assertThat(
              get(
                  daemon,
                  REVIEW
                      + "/files/ac42663fad69acc5a1c28e2f1d328ef84d796ace32447a38618274d19e10f7af"))
          .isEqualTo("apples\npears\n");
      assertThat(get(daemon, REVIEW + "/traces")).contains("scripted/counter");
      assertThat(get(daemon, "/v1/usage")).contains("bob");
    }
  }

  @Test
  void anUpgradedHomeContinuesASession() throws Exception {
    // The runtime of this test has no user of its own.
    ProcessUser user = ProcessUser.current();
    try (Database database = Database.open(home().resolve("daemon.db"))) {
      database.update(
          tx -> tx.execute("UPDATE agents SET uid = ?, gid = ?", user.uid(), user.gid()));
    }
    try (Daemon daemon = start()) {
      String bob = read(daemon, "/v1/agents/bob", AgentView.class).id();
      Path root = home().resolve("agents").resolve(bob);
      for (String folder : List.of("workspace", "runtime")) {
        AgentRootOwner.give(root.resolve(folder), new SandboxUser(user.uid(), user.gid()));
      }
      Path draft = Files.createDirectories(root.resolve("runtime/review/drafts")).resolve("a.md");
      Files.writeString(draft, "A draft.");
      assertThat(send(daemon, "POST", "/v1/agents/bob/start", "")).contains("event: result");
      assertThat(root.resolve("workspace/sessions/review/drafts/a.md")).hasContent("A draft.");
      String message = "{\"id\":\"m1\",\"type\":\"user.message\",\"text\":\"Count once more.\"}";
      send(daemon, "POST", REVIEW + "/events", message);

      try (InputStream events = follow(daemon, REVIEW + "/events?follow=true&after=16")) {
        String log = until(events, "turn.finished");
        assertThat(log).contains("Count once more.", "agent.tool_use", "There are 7 items.");
      }
      assertThat(root.resolve("catalog/review/session-status.json")).isNotEmptyFile();
    }
  }

  @Test
  void theHomeOfANewerReleaseIsRefusedInOneSentenceAndNotChanged() throws Exception {
    Path file = home().resolve("daemon.db");
    try (Database database = Database.open(file)) {
      database.update(
          tx ->
              tx.execute(
                  "INSERT INTO migrations(version, name, sha256, applied_at) VALUES(9000,"
                      + " 'V9000.sql', 'x', 0)"));
    }
    byte[] before = Files.readAllBytes(file);

    assertThatThrownBy(this::start)
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> {
              var problem = Problems.of(e);
              assertThat(problem.title()).contains("V9000.sql of a newer release");
              assertThat(problem.remedy()).contains("Use the release that wrote daemon.db");
            });
    assertThat(file).hasBinaryContent(before);
  }

  private Path home() {
    return folder.resolve("h");
  }

  private Daemon start() throws IOException {
    return Daemon.start(
        TestOptions.of(home(), folder, Map.of(), home -> new FakeExecutor(engine, home.id())));
  }

  /** Plays a runtime whose tool counts seven items. */
  private static int answerOneTurn(FakeSandbox sandbox) throws InterruptedException {
    Path socket = sandbox.spec().socketFolder().orElseThrow();
    try (RuntimeClient runtime = RuntimeClient.connect(socket.resolve("d.sock"))) {
      runtime.hello(Files.readString(socket.resolve("token")).strip());
      runtime.call(new Call.Ready(List.of()));
      Activation turn = runtime.call(new Call.Lease()).activation();
      Answer.Next next = runtime.call(new Call.Complete(turn.id(), turn.fence(), 1));
      for (ToolCall call : ((Answer.Run) next).calls()) {
        runtime.call(new Call.Result(turn.id(), turn.fence(), 1, counted(call)));
      }
      runtime.call(new Call.Complete(turn.id(), turn.fence(), 2));
      sandbox.awaitStop();
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static EventBody.ToolResult counted(ToolCall call) {
    return new EventBody.ToolResult(
        call.id(),
        call.name(),
        0,
        "7 items\n",
        "",
        1,
        false,
        Optional.empty(),
        false,
        Optional.empty());
  }

  private <T> T read(Daemon daemon, String path, Class<T> type) throws Exception {
    return Json.read(get(daemon, path), type);
  }

  private String get(Daemon daemon, String path) throws Exception {
    return send(daemon, "GET", path, "");
  }

  private String send(Daemon daemon, String method, String path, String body) throws Exception {
    var answer =
        client.send(
            request(daemon, path).method(method, BodyPublishers.ofString(body)).build(),
            BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isBetween(200, 299);
    return answer.body();
  }

  private InputStream follow(Daemon daemon, String path) throws Exception {
    return client.send(request(daemon, path).build(), BodyHandlers.ofInputStream()).body();
  }

  private static String until(InputStream events, String last) throws IOException {
    StringBuilder text = new StringBuilder();
    while (text.indexOf(last) < 0) {
      int next = events.read();
      assertThat(next).as("the end of %s", text).isNotNegative();
      text.append((char) next);
    }
    return text.toString();
  }

  private HttpRequest.Builder request(Daemon daemon, String path) throws IOException {
    Credentials credentials =
        Json.read(Files.readString(home().resolve("credentials.json")), Credentials.class);
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + daemon.port() + path))
        .header("Authorization", "Bearer " + credentials.token());
  }
}
