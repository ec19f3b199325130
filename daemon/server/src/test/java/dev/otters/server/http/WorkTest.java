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
import dev.otters.api.agent.AgentView;
import dev.otters.api.image.BuildResult;
import dev.otters.server.http.Http.Event;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class WorkTest {
  private static final String RUN = "{\"ref\":\"guide\",\"env\":{\"KEY\":\"s3cret\"}}";

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
    kit.agents.work =
        progress -> {
          progress.update("guide", 0, -1, "resolve");
          progress.update("sh", 5, 10, "pull");
        };
    List<Event> events = events("POST /v1/agents", RUN);
    assertThat(events).extracting(Event::name).containsExactly("progress", "progress", "result");
    assertThat(events.getFirst().data())
        .isEqualTo("{\"item\":\"guide\",\"phase\":\"resolve\",\"done\":0,\"total\":0}");
    assertThat(Json.read(events.getLast().data(), AgentView.class).name()).isEqualTo("bob");
    assertThat(kit.agents.heard).containsExactly("run RunRequest[ref=guide, name=null, env=[KEY]]");
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
    kit.agents.work =
        progress -> {
          progress.update("guide", 0, 0, "create");
          throw new ApiException(
              Problem.of(ErrorCode.AGENTFILE_INVALID, "bad", "fix").withProblems(List.of(line)));
        };
    Problem problem = error(events("POST /v1/agents/bob/start", ""));
    assertThat(problem.code()).isEqualTo(ErrorCode.AGENTFILE_INVALID);
    assertThat(problem.problems()).containsExactly(line);
  }

  @Test
  void anErrorOfTheMachineEndsTheStreamToo() {
    kit.agents.work =
        progress -> {
          throw new StackOverflowError();
        };
    assertThat(error(events("POST /v1/agents", RUN)).code()).isEqualTo(ErrorCode.INTERNAL);
  }

  @Test
  void aRegistryThatLacksTheImageIsNamed() {
    assertThat(error(events("POST /v1/images/pull?ref=localhost:5000/x", "")).code())
        .isEqualTo(ErrorCode.REGISTRY_NOT_FOUND);
  }

  @Test
  void whatIsSentReachesTheBuild() {
    List<Event> events =
        events(
            "POST /v1/images/build?tag=a:1&tag=b&build-arg=K%3DV%3D1&check=true&created=9",
            "the tar");
    assertThat(Json.read(events.getLast().data(), BuildResult.class).digest())
        .isEqualTo("sha256:0");
    events("POST /v1/bins/build?name=jq&description=d%20e", "tools");
    assertThat(kit.images.heard)
        .containsExactly(
            "AgentRequest[file=Agentfile, tags=[a:1, b], check=true, arguments={K=V=1}, fallback=,"
                + " created=Optional[1970-01-01T00:00:09Z]] 0 <- the tar",
            "BinRequest[name=jq, description=d e, tags=[], usage=, created=Optional.empty] <-"
                + " tools");
  }

  @Test
  void aBuildThatFailsAtOnceIsToldToAClientThatSendsOn() {
    kit.images.receiver =
        in -> {
          throw ApiException.of(ErrorCode.CONTEXT_INVALID, "no tar", null);
        };
    assertThat(error(events("POST /v1/images/build", "x".repeat(4 << 20))).code())
        .isEqualTo(ErrorCode.CONTEXT_INVALID);
  }

  @Test
  void aClientThatSendsWithoutEndIsToldAndLeft() {
    kit.store.loader =
        in -> {
          throw ApiException.of(ErrorCode.IMAGE_INVALID, "no tar", null);
        };
    byte[] chunk = ("100000\r\n" + "x".repeat(1 << 20) + "\r\n").getBytes(UTF_8);
    try (Http client = kit.start("POST /v1/images/load", "Transfer-Encoding: chunked\n", "")) {
      client.sendUntilClosed(chunk);
      assertThat(error(client.head().events()).code()).isEqualTo(ErrorCode.IMAGE_INVALID);
    }
  }

  @Test
  void aBuildContextThatIsTooLargeIsRefused() {
    assertThat(error(events("POST /v1/images/build", "x".repeat(ApiKit.LARGEST_UPLOAD + 1))).code())
        .isEqualTo(ErrorCode.CONTEXT_TOO_LARGE);
  }

  @Test
  void workGoesOnWhenItsClientLeaves() throws InterruptedException {
    CountDownLatch left = new CountDownLatch(1);
    CountDownLatch done = new CountDownLatch(1);
    kit.agents.work =
        progress -> {
          progress.update("guide", 0, 0, "create");
          await(left);
          IntStream.range(0, 1000).forEach(i -> progress.update("layer " + i, i, 1000, "pull"));
          done.countDown();
        };
    try (Http answer = kit.ask("POST /v1/agents", "", RUN)) {
      assertThat(answer.event().name()).isEqualTo("progress");
    }
    left.countDown();
    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aSilentWorkShowsThatItIsAlive() {
    CountDownLatch seen = new CountDownLatch(1);
    kit.agents.work = progress -> await(seen);
    try (Http answer = kit.ask("POST /v1/agents", "", RUN)) {
      assertThat(List.of(answer.frame().name(), answer.frame().name(), answer.frame().name()))
          .containsOnly(":");
      seen.countDown();
      assertThat(answer.event().name()).isEqualTo("result");
    }
  }

  @Test
  void stoppingTellsThoseWhoWait() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    kit.agents.work = progress -> await(never);
    try (Http answer = kit.ask("POST /v1/agents", "", RUN)) {
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
