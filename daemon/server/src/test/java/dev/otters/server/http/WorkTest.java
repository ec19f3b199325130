package dev.otters.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Excerpt;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.SourcePlace;
import dev.otters.api.SourceProblem;
import dev.otters.api.agent.AgentStatus;
import dev.otters.api.agent.AgentView;
import dev.otters.api.bin.BinView;
import dev.otters.api.image.BuildResult;
import dev.otters.oci.Samples;
import dev.otters.protocol.Activation;
import dev.otters.server.http.Http.Event;
import dev.otters.sessions.Sessions;
import dev.otters.sessions.log.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WorkTest {
  private static final String WORK = "POST /test/work";

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  private List<Event> events(String line, String body) {
    try (Http answer = kit.ask(line, "", body)) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("content-type")).isEqualTo("text/event-stream");
      return answer.events();
    }
  }

  private static Problem error(List<Event> events) {
    assertThat(events.getLast().name()).isEqualTo("error");
    return Json.read(events.getLast().data(), Problem.class);
  }

  @Test
  void stepsComeInOrderAndThenTheResult() {
    kit.work =
        progress -> {
          progress.update("guide", 0, -1, "resolve");
          progress.update("sh", 5, 10, "pull");
        };
    List<Event> events = events(WORK, "");
    assertThat(events).extracting(Event::name).containsExactly("progress", "progress", "result");
    assertThat(events.getFirst().data())
        .isEqualTo("{\"item\":\"guide\",\"phase\":\"resolve\",\"done\":0,\"total\":0}");
    assertThat(events.getLast().data()).isEqualTo("{\"ok\":true}");
  }

  @Test
  void anAgentIsRunAsRequestedAndStarted() {
    List<Event> run =
        events(
            "POST /v1/agents",
            "{\"ref\":\"guide:1\",\"name\":\"carol\",\"env\":{\"GREETING\":\"Hi\"}}");
    assertThat(run.getFirst().name()).isEqualTo("progress");
    AgentView carol = Json.read(run.getLast().data(), AgentView.class);
    assertThat(carol.name()).isEqualTo("carol");
    assertThat(carol.contents().envs())
        .anyMatch(env -> env.key().equals("GREETING") && "Hi".equals(env.value()));
    kit.daemon.keeper().stop("carol", Duration.ZERO);
    List<Event> start = events("POST /v1/agents/carol/start", "");
    assertThat(Json.read(start.getLast().data(), AgentView.class).state().status())
        .isEqualTo(AgentStatus.READY);
  }

  @Test
  void anAgentIsChangedAsRequested() {
    String change = "{\"model\":\"scripted/other\",\"labels\":{\"tier\":\"1\"}}";
    AgentView bob =
        Json.read(events("POST /v1/agents/bob/update", change).getLast().data(), AgentView.class);
    assertThat(bob.id()).isEqualTo(kit.bob.toString());
    assertThat(bob.model()).isEqualTo("scripted/other");
    assertThat(bob.contents().labels()).containsEntry("tier", "1");
    assertThat(error(events("POST /v1/agents/bob/update", "{\"envRemove\":[\"A\"]}")).code())
        .isEqualTo(ErrorCode.INVALID_REQUEST);
    try (Http none = kit.ask("POST /v1/agents/bob/update", "", "{\"env\":{\"A\":null}}")) {
      assertThat(ApiKit.problem(none).title()).contains("no value for 'env.A'");
    }
    try (Http none = kit.ask("POST /v1/agents/nobody/update", "", "{}")) {
      assertThat(ApiKit.problem(none).code()).isEqualTo(ErrorCode.AGENT_NOT_FOUND);
    }
  }

  @Test
  void anAgentIsRestartedRenamedKilledAndWaitedFor() {
    List<Event> restart = events("POST /v1/agents/bob/restart?grace=0", "");
    assertThat(Json.read(restart.getLast().data(), AgentView.class).state().status())
        .isEqualTo(AgentStatus.READY);
    try (Http renamed = kit.ask("POST /v1/agents/bob/rename?to=scout")) {
      assertThat(Json.read(renamed.body(), AgentView.class).name()).isEqualTo("scout");
    }
    try (Http killed = kit.ask("POST /v1/agents/scout/kill")) {
      assertThat(Json.read(killed.body(), AgentView.class).state().status())
          .isEqualTo(AgentStatus.STOPPED);
    }
    assertThat(events("GET /v1/agents/scout/wait", "").getLast().data())
        .isEqualTo("{\"exitCode\":137}");
  }

  @Test
  void aFailureIsTheLastEvent() {
    SourceProblem line =
        new SourceProblem(
            "error",
            SourcePlace.of("Agentfile", 3, 1),
            null,
            "unknown",
            List.of(),
            null,
            new Excerpt("FORM x", 0));
    kit.work =
        progress -> {
          progress.update("guide", 0, 0, "create");
          throw new ApiException(
              Problem.of(ErrorCode.AGENTFILE_INVALID, "bad", "fix").withProblems(List.of(line)));
        };
    Problem problem = error(events(WORK, ""));
    assertThat(problem.code()).isEqualTo(ErrorCode.AGENTFILE_INVALID);
    assertThat(problem.problems()).containsExactly(line);
  }

  @Test
  void anErrorOfTheMachineEndsTheStreamToo() {
    kit.work =
        progress -> {
          throw new StackOverflowError();
        };
    assertThat(error(events(WORK, "")).code()).isEqualTo(ErrorCode.INTERNAL);
  }

  @Test
  void aRegistryThatLacksTheImageIsNamed() {
    assertThat(error(events("POST /v1/images/pull?ref=" + kit.registry.host() + "/x", "")).code())
        .isEqualTo(ErrorCode.REGISTRY_NOT_FOUND);
  }

  @Test
  void whatIsSentReachesTheBuild() {
    String agentfile = ApiKit.tar("Agentfile", "FROM scratch\nARG k\nNAME x\nMODEL a/b-${k}\n");
    String line = "POST /v1/images/build?tag=a:1&tag=b&build-arg=k%3DV";
    BuildResult built = result(line + "&created=9", agentfile);
    assertThat(built.tags()).containsExactly("a:1", "b:latest");
    try (Http image = kit.ask("GET /v1/images/inspect?ref=a:1")) {
      assertThat(image.body()).contains("a/b-V", "1970-01-01T00:00:09Z");
    }
    assertThat(result(line + "&check=true", agentfile).digest()).isNull();
    String program = ApiKit.tar("linux/amd64", new String(Samples.program(0, ""), UTF_8));
    assertThat(result("POST /v1/bins/build?name=jq&description=d%20e", program).ref())
        .isEqualTo("jq:latest");
    try (Http bin = kit.ask("GET /v1/bins/inspect?ref=jq")) {
      assertThat(Json.read(bin.body(), BinView.class).description()).isEqualTo("d e");
    }
  }

  private BuildResult result(String line, String body) {
    Event last = events(line, body).getLast();
    assertThat(last.name()).as(last.data()).isEqualTo("result");
    return Json.read(last.data(), BuildResult.class);
  }

  @Test
  void aBuildThatFailsAtOnceIsToldToAClientThatSendsOn() {
    assertThat(error(events("POST /v1/images/build", "x".repeat(4 << 20))).code())
        .isEqualTo(ErrorCode.CONTEXT_INVALID);
  }

  @Test
  void aClientThatSendsWithoutEndIsToldAndLeft() {
    byte[] chunk = ("100000\r\n" + "x".repeat(1 << 20) + "\r\n").getBytes(UTF_8);
    try (Http client = kit.start("POST /v1/images/load", "Transfer-Encoding: chunked\n", "")) {
      client.sendUntilClosed(chunk);
      assertThat(error(client.head().events()).code()).isEqualTo(ErrorCode.IMAGE_INVALID);
    }
  }

  @Test
  void aBuildContextThatIsTooLargeIsRefused() {
    String large = ApiKit.tar("large", "x".repeat(ApiKit.LARGEST_UPLOAD));
    assertThat(error(events("POST /v1/images/build", large)).code())
        .isEqualTo(ErrorCode.CONTEXT_TOO_LARGE);
  }

  @Test
  void workGoesOnWhenItsClientLeaves() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    kit.work =
        progress -> {
          progress.update("guide", 0, 0, "create");
          await(left);
          IntStream.range(0, 1000).forEach(i -> progress.update("layer " + i, i, 1000, "pull"));
          done.countDown();
        };
    try (Http answer = kit.ask(WORK)) {
      assertThat(answer.event().name()).isEqualTo("progress");
    }
    left.countDown();
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void workCanSeeThatItsClientHasLeft() throws InterruptedException {
    CountDownLatch seen = new CountDownLatch(1);
    kit.work =
        progress -> {
          assertThat(progress.isWatched()).isTrue();
          progress.update("guide", 0, 0, "create");
          long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
          while (progress.isWatched() && System.nanoTime() < end) {
            LockSupport.parkNanos(1_000_000);
          }
          assertThat(progress.isWatched()).isFalse();
          seen.countDown();
        };
    try (Http answer = kit.ask(WORK)) {
      assertThat(answer.event().name()).isEqualTo("progress");
    }
    assertThat(seen.await(30, TimeUnit.SECONDS)).isTrue();
  }

  /** Begins a turn of an agent with a session of its own. */
  private Activation turn(String session) throws InterruptedException {
    Sessions sessions = kit.daemon.sessions();
    long _ =
        sessions
            .service()
            .appendUserMessage(kit.bob, new SessionId(session), session, "hello", tx -> {});
    return sessions.turns().lease(kit.bob, "runtime");
  }

  @Test
  void aChangeWhoseClientLeavesWhileItWaitsIsGivenUpAndTurnsGoOn() throws InterruptedException {
    Activation first = turn("s1");
    try (Http answer = kit.ask("POST /v1/agents/bob/update", "", "{\"pids\":99}")) {
      assertThat(answer.event().data()).contains("waits until no turn is running");
    }
    assertThat(turn("s2").id()).isNotEqualTo(first.id());
    assertThat(kit.daemon.rows().find(kit.bob).orElseThrow().spec().limits().pids())
        .isNotEqualTo(99);
  }

  @Test
  void aSilentWorkShowsThatItIsAlive() {
    CountDownLatch seen = new CountDownLatch(1);
    kit.work = progress -> await(seen);
    try (Http answer = kit.ask(WORK)) {
      assertThat(List.of(answer.frame().name(), answer.frame().name(), answer.frame().name()))
          .containsOnly(":");
      seen.countDown();
      assertThat(answer.event().name()).isEqualTo("result");
    }
  }

  @Test
  void stoppingTellsThoseWhoWait() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    kit.work = progress -> await(never);
    try (Http answer = kit.ask(WORK)) {
      assertThat(answer.frame().name()).isEqualTo(":");
      assertThat(answer.frame().name()).isEqualTo(":");
      Thread closing = Thread.ofVirtual().start(kit.servers::close);
      assertThat(error(answer.events()).code()).isEqualTo(ErrorCode.SHUTTING_DOWN);
      assertThat(closing.join(Duration.ofSeconds(30))).isTrue();
    }
    never.countDown();
  }

  @Test
  void aWatcherThatIsSlowGetsTheNewestOfEachItem() throws InterruptedException {
    WorkFeed feed = new WorkFeed();
    IntStream.range(0, 100_000).forEach(i -> feed.update("layer", i, 100_000, "pull"));
    IntStream.range(0, 1000).forEach(i -> feed.update("file " + i, 1, 1, "build"));
    feed.end(new WorkFeed.Item.Result("done"));
    int steps = 0;
    WorkFeed.Item item = feed.next(Duration.ZERO).orElseThrow();
    while (item instanceof WorkFeed.Item.Step) {
      steps++;
      item = feed.next(Duration.ZERO).orElseThrow();
    }
    assertThat(steps).isEqualTo(256);
    assertThat(item).isEqualTo(new WorkFeed.Item.Result("done"));
  }

  private static void await(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
