package dev.otters.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.ErrorCode;
import dev.otters.api.agent.ExecFrame;
import dev.otters.api.agent.ExecFrame.Kind;
import dev.otters.api.agent.ExecRequest;
import dev.otters.executor.LogLine.Stream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ExecRouteTest {
  private static final String ROUTE = "POST /v1/agents/bob/exec";
  private static final ExecFrame START =
      ExecFrame.json(
          Kind.START, new ExecRequest(List.of("tool", "-x"), Map.of("A", "b"), null, null));

  @TempDir Path folder;
  @AutoClose private ApiKit kit;

  @BeforeEach
  void open() throws IOException {
    kit = new ApiKit(folder);
  }

  /** Sends messages as the whole body. */
  private Http ask(ExecFrame... frames) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (ExecFrame frame : frames) {
      frame.write(new DataOutputStream(body));
    }
    return kit.ask(
        ROUTE,
        "Content-Type: " + ExecFrame.MEDIA_TYPE + "\n",
        body.toString(StandardCharsets.ISO_8859_1));
  }

  private static List<ExecFrame> frames(String body) throws IOException {
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
    List<ExecFrame> all = new ArrayList<>();
    for (var next = ExecFrame.read(in); next.isPresent(); next = ExecFrame.read(in)) {
      all.add(next.get());
    }
    return all;
  }

  @Test
  void theAnswerHasTheOutputAndTheExitCode() throws IOException {
    kit.daemon.engine.execProgram(
        program -> {
          program.print(Stream.STDOUT, String.join(" ", program.spec().command()));
          program.print(
              Stream.STDERR, new String(program.in().readAllBytes(), StandardCharsets.UTF_8));
          return 3;
        });
    byte[] typed = "typed".getBytes(StandardCharsets.UTF_8);
    try (Http answer =
        ask(START, new ExecFrame(Kind.INPUT, typed), new ExecFrame(Kind.INPUT, new byte[0]))) {
      assertThat(answer.status()).isEqualTo(200);
      List<ExecFrame> frames = frames(answer.body());
      assertThat(frames)
          .extracting(ExecFrame::kind)
          .containsExactly(Kind.OUTPUT, Kind.ERROR, Kind.EXIT);
      assertThat(frames).extracting(ExecFrame::text).startsWith("tool -x", "typed");
      assertThat(frames.getLast().numbers().getInt()).isEqualTo(3);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 5})
  void aSizeOfTheWrongLengthChangesNothing(int length) throws IOException {
    kit.daemon.engine.execProgram(program -> program.in().read() < 0 ? 0 : 1);
    try (Http answer =
        ask(
            START,
            new ExecFrame(Kind.SIZE, new byte[length]),
            new ExecFrame(Kind.INPUT, new byte[0]))) {
      assertThat(frames(answer.body()).getLast().numbers().getInt()).isZero();
    }
  }

  @Test
  void aProgramInAStoppedAgentIsRefusedWithTheCommandThatStartsIt() throws IOException {
    var unused = kit.daemon.keeper().stop("bob", Duration.ofSeconds(1));
    try (Http answer = ask(START)) {
      var problem = ApiKit.problem(answer);
      assertThat(problem.code()).isEqualTo(ErrorCode.AGENT_NOT_RUNNING);
      assertThat(problem.remedy()).isEqualTo("Start it with 'otters start bob'.");
    }
  }

  @Test
  void atMostSixtyFourProgramsRunAtOnce() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(64);
    kit.daemon.engine.execProgram(
        program -> {
          running.countDown();
          end.await();
          return 0;
        });
    List<Thread> clients = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      clients.add(Thread.ofVirtual().start(this::runToItsEnd));
    }
    running.await();
    try (Http answer = ask(START)) {
      assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.CONFLICT);
    }
    end.countDown();
    for (Thread client : clients) {
      client.join();
    }
    try (Http answer = ask(START, new ExecFrame(Kind.INPUT, new byte[0]))) {
      assertThat(answer.status()).isEqualTo(200);
    }
  }

  private void runToItsEnd() {
    try (Http answer = ask(START, new ExecFrame(Kind.INPUT, new byte[0]))) {
      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.body()).isNotEmpty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aRequestWithoutAProgramIsRefused() throws IOException {
    for (ExecFrame bad :
        List.of(
            new ExecFrame(Kind.INPUT, new byte[0]),
            new ExecFrame(Kind.START, "no JSON".getBytes(StandardCharsets.UTF_8)),
            ExecFrame.json(Kind.START, new ExecRequest(List.of(), Map.of(), null, null)),
            ExecFrame.json(Kind.START, new ExecRequest(List.of("x"), Map.of(), "relative", null)),
            ExecFrame.json(Kind.START, new ExecRequest(List.of("x", "\0"), Map.of(), null, null)),
            ExecFrame.json(Kind.START, new ExecRequest(List.of("x"), Map.of(), "/a\0", null)),
            ExecFrame.json(
                Kind.START, new ExecRequest(List.of("x"), Map.of("A\0", "b"), null, null)),
            ExecFrame.json(
                Kind.START, new ExecRequest(List.of("x"), Map.of("A", "\0"), null, null)),
            ExecFrame.json(
                Kind.START,
                new ExecRequest(List.of("x"), Map.of(), null, new ExecRequest.Size(-1, 70_000))))) {
      try (Http answer = ask(bad)) {
        assertThat(ApiKit.problem(answer).code()).isEqualTo(ErrorCode.INVALID_REQUEST);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0\r\n\r\n"})
  void theProgramIsKilledWhenTheClientGoesAway(String end) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    CountDownLatch killed = new CountDownLatch(1);
    kit.daemon.engine.execProgram(
        _ -> {
          begun.countDown();
          try {
            Thread.sleep(Duration.ofHours(1));
            return 0;
          } finally {
            killed.countDown();
          }
        });
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    START.write(new DataOutputStream(frame));
    String chunk = Integer.toHexString(frame.size()) + "\r\n";
    byte[] body =
        (chunk + frame.toString(StandardCharsets.UTF_8) + "\r\n" + end)
            .getBytes(StandardCharsets.UTF_8);
    String head =
        ROUTE
            + " HTTP/1.1\nHost: localhost\nAuthorization: Bearer "
            + kit.token
            + "\nTransfer-Encoding: chunked\nContent-Type: "
            + ExecFrame.MEDIA_TYPE
            + "\n\n";
    try (Http _ = Http.send(kit.unix(), head, body)) {
      assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(killed.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aCallerWithoutATokenIsRefusedBeforeItEndsTheBody() throws IOException {
    String head =
        ROUTE
            + " HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\nContent-Type: "
            + ExecFrame.MEDIA_TYPE
            + "\n\n";
    try (Http answer = Http.send(kit.unix(), head, new byte[0])) {
      assertThat(answer.head().status()).isEqualTo(401);
    }
  }
}
