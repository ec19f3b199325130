package dev.otters.server.http;

import dev.otters.agents.AgentPrograms;
import dev.otters.agents.create.ToolRuns;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Json;
import dev.otters.api.Problem;
import dev.otters.api.agent.ExecFrame;
import dev.otters.api.agent.ExecFrame.Kind;
import dev.otters.api.agent.ExecRequest;
import dev.otters.api.bin.BinRunRequest;
import dev.otters.credentials.HostCredentials;
import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.LogLine;
import dev.otters.executor.TerminalSize;
import dev.otters.server.problem.Problems;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs programs in agents' sandboxes, and tools in sandboxes of their own. The request's body is
 * the program's input and the answer's body its output, both at once, in {@link ExecFrame}s.
 */
public record ExecRoute(AgentPrograms programs, ToolRuns runs, Semaphore free) {
  private static final Logger LOGGER = LoggerFactory.getLogger(ExecRoute.class);
  private static final Duration LAST_INPUT = Duration.ofSeconds(2);
  private static final Duration BEAT = Duration.ofSeconds(3);

  /** The programs that run at the same time. Each has threads and buffers. */
  private static final int MOST = 64;

  /** Returns the routes. */
  public static List<Endpoint> of(AgentPrograms programs, ToolRuns runs) {
    ExecRoute route = new ExecRoute(programs, runs, new Semaphore(MOST));
    return List.of(
        Endpoint.post("/v1/agents/{name}/exec", route::exec),
        Endpoint.post("/v1/bins/run", route::runTool),
        Endpoint.get(
            "/v1/agents/{name}/stats",
            request -> Reply.of(programs.usage(request.path("name"), request.query("session")))));
  }

  private Reply exec(Request request) {
    String agent = request.path("name");
    DataInputStream in = new DataInputStream(request.stream());
    ExecSpec spec = spec(in);
    Optional<String> session = request.query("session");
    return reply(in, sink -> programs.exec(agent, session, spec, sink));
  }

  private Reply runTool(Request request) {
    DataInputStream in = new DataInputStream(request.stream());
    BinRunRequest wanted = read(in, BinRunRequest.class, Function.identity());
    List<HostCredentials> credentials = request.credentials();
    return reply(in, sink -> runs.run(wanted, credentials, sink));
  }

  private Reply reply(DataInputStream in, Function<ExecSink, Execution> start) {
    return new Reply.Download(ExecFrame.MEDIA_TYPE, out -> run(start, in, out));
  }

  private static ExecSpec spec(DataInputStream in) {
    return read(in, ExecRequest.class, ExecRoute::spec);
  }

  private static ExecSpec spec(ExecRequest wanted) {
    Optional<TerminalSize> terminal =
        Optional.ofNullable(wanted.terminal())
            .map(size -> new TerminalSize(size.rows(), size.columns()));
    String folder = Objects.requireNonNullElse(wanted.folder(), ExecSpec.USUAL_FOLDER);
    return new ExecSpec(wanted.command(), wanted.env(), folder, terminal);
  }

  /** Reads the first message. */
  private static <R, T> T read(DataInputStream in, Class<R> type, Function<R, T> check) {
    try {
      Optional<ExecFrame> first = ExecFrame.read(in).filter(frame -> frame.kind() == Kind.START);
      return check.apply(
          Json.read(
              first.orElseThrow(() -> Request.invalid("the request names no program")).text(),
              type));
    } catch (IOException | IllegalArgumentException e) {
      throw Request.invalid("the program cannot be read: " + e.getMessage());
    }
  }

  private void run(Function<ExecSink, Execution> start, DataInputStream in, OutputStream body)
      throws IOException {
    if (!free.tryAcquire()) {
      throw new ApiException(
          Problem.of(
              ErrorCode.CONFLICT,
              "%d programs run already".formatted(MOST),
              "End one of them, then try again."));
    }
    try {
      execute(start, in, body);
    } finally {
      free.release();
    }
  }

  private static void execute(
      Function<ExecSink, Execution> start, DataInputStream in, OutputStream body)
      throws IOException {
    DataOutputStream out = new DataOutputStream(body);
    try (Execution program =
        start.apply(
            (stream, bytes, offset, length) ->
                send(out, ExecFrame.of(kind(stream), bytes, offset, length)))) {
      Thread input = Thread.ofVirtual().name("exec-input").start(() -> feed(in, program));
      CountDownLatch ended = new CountDownLatch(1);
      Thread.ofVirtual().name("exec-beat").start(() -> beat(out, ended, program));
      ExecFrame last = last(program);
      ended.countDown();
      send(out, last);
      if (!input.join(LAST_INPUT)) {
        throw new IOException("the client does not close the connection");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("the daemon is stopping", e);
    }
  }

  /** Sends empty output, which fails if the client is gone, and kills the program then. */
  private static void beat(DataOutputStream out, CountDownLatch ended, Execution program) {
    try {
      while (!ended.await(BEAT.toMillis(), TimeUnit.MILLISECONDS)) {
        send(out, new ExecFrame(Kind.OUTPUT, new byte[0]));
      }
    } catch (IOException | RuntimeException e) {
      LOGGER.debug("The client of a program is gone", e);
      program.close();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private static ExecFrame last(Execution program) throws InterruptedException {
    try {
      return ExecFrame.exit(program.await());
    } catch (RuntimeException e) {
      return ExecFrame.json(Kind.PROBLEM, Problems.of(e));
    }
  }

  private static Kind kind(LogLine.Stream stream) {
    return stream == LogLine.Stream.STDERR ? Kind.ERROR : Kind.OUTPUT;
  }

  private static void send(DataOutputStream out, ExecFrame frame) throws IOException {
    synchronized (out) {
      frame.write(out);
    }
  }

  /** Passes on the client's messages. When the client goes away, the program is killed. */
  private static void feed(DataInputStream in, Execution program) {
    try {
      OutputStream input = program.input();
      for (Optional<ExecFrame> next = ExecFrame.read(in);
          next.isPresent();
          next = ExecFrame.read(in)) {
        handle(next.get(), program, input);
      }
      end(input);
    } catch (IOException | RuntimeException e) {
      LOGGER.debug("The client of a program is gone", e);
      program.close();
    }
  }

  private static void handle(ExecFrame frame, Execution program, OutputStream input) {
    switch (frame.kind()) {
      case INPUT -> input(frame.content(), input);
      case SIZE -> resize(frame.numbers(), program);
      default -> throw Request.invalid("unexpected message " + frame.kind());
    }
  }

  /** Ignores a size of the wrong length. */
  private static void resize(ByteBuffer numbers, Execution program) {
    if (numbers.remaining() == 2 * Short.BYTES) {
      program.resize(
          new TerminalSize(
              Short.toUnsignedInt(numbers.getShort()), Short.toUnsignedInt(numbers.getShort())));
    }
  }

  private static void input(byte[] content, OutputStream input) {
    try {
      if (content.length == 0) {
        input.close();
      } else {
        input.write(content);
        input.flush();
      }
    } catch (IOException e) {
      LOGGER.trace("The program reads no more", e);
    }
  }

  private static void end(OutputStream input) {
    input(new byte[0], input);
  }
}
