package dev.otters.executor.docker;

import com.github.dockerjava.api.command.InspectExecResponse;
import com.github.dockerjava.api.exception.DockerException;
import dev.otters.executor.ExecSink;
import dev.otters.executor.ExecSpec;
import dev.otters.executor.Execution;
import dev.otters.executor.LogLine.Stream;
import dev.otters.executor.Pause;
import dev.otters.executor.TerminalSize;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import dev.otters.executor.posix.Signals;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program that the engine runs in a container beside the container's own.
 *
 * <p>The engine lets a program run on when its client goes away, so the daemon kills it, by the pid
 * that the engine reports.
 */
final class ContainerExecution implements Execution {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerExecution.class);
  private static final Duration START_TIMEOUT = Duration.ofSeconds(2);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration LOOK = Duration.ofMillis(5);
  private static final int KILLED = 128 + Signals.KILL;

  /** Begins most refusals. A program can print it, too, so it only shortens what is shown. */
  private static final String REFUSED = "OCI runtime exec failed: ";

  /** Finds the reason at the end of a refusal. The name of the program can contain these words. */
  private static final Pattern WHY =
      Pattern.compile(
          ".*(not found|no such file|permission denied)",
          Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

  /**
   * A refusal of Podman, whose answers do not tell it from a failure of the program, and which
   * guesses the last reason from the name. A program can print this, too.
   */
  private static final Pattern PODMAN =
      Pattern.compile("Error: \\w+: (.*): OCI .*\n", Pattern.DOTALL);

  private final ContainerProgram program;
  private final ProgramRecords records;
  private final ExecSpec spec;
  private final EngineStream stream;
  private final ExecSink sink;
  private final EngineOutput output;
  private boolean begun;
  private volatile int refused;
  private volatile boolean killed;

  private volatile boolean over;

  private ContainerExecution(
      ContainerProgram program,
      ProgramRecords records,
      ExecSpec spec,
      EngineStream stream,
      ExecSink sink) {
    this.program = program;
    this.records = records;
    this.spec = spec;
    this.stream = stream;
    this.sink = sink;
    this.output = new EngineOutput(stream, spec.terminal().isPresent(), this::deliver, this::close);
  }

  static ContainerExecution start(
      ProgramRecords records, String container, ExecSpec spec, ExecSink sink) {
    EngineConnection engine = records.engine();
    boolean terminal = spec.terminal().isPresent();
    String id =
        EngineErrors.call(
            "run the program",
            () ->
                engine
                    .calls()
                    .execCreateCmd(container)
                    .withCmd(spec.command().toArray(String[]::new))
                    .withEnv(spec.environment().entrySet().stream().map(Object::toString).toList())
                    .withWorkingDir(spec.folder())
                    .withTty(terminal)
                    .withAttachStdin(true)
                    .withAttachStdout(true)
                    .withAttachStderr(true)
                    .exec()
                    .getId());
    ContainerProgram program = new ContainerProgram(engine, container, id);
    try {
      records.add(program);
      EngineStream stream =
          EngineStream.post(
              engine, "/exec/" + id + "/start", "{\"Detach\":false,\"Tty\":" + terminal + "}");
      var execution = new ContainerExecution(program, records, spec, stream, sink);
      execution.output.start();
      spec.terminal()
          .ifPresent(size -> Pause.until(START_TIMEOUT, LOOK, () -> execution.sized(size)));
      return execution;
    } catch (IOException | DockerException e) {
      records.remove(program);
      throw EngineErrors.translate("run the program", e);
    }
  }

  /**
   * Passes output on. The engine writes its refusal into the output of the program. Only its state
   * tells whether the program ran: programs can print anything.
   */
  private void deliver(Stream from, byte[] bytes, int offset, int length) throws IOException {
    boolean first = !begun;
    begun = true;
    String said = first ? new String(bytes, offset, length, StandardCharsets.UTF_8) : "";
    Matcher podman = PODMAN.matcher(said);
    boolean certain = program.engine().kind().keepsPids();
    if (first && (certain || podman.matches()) && program.wasRefused()) {
      byte[] why = refusal(certain ? said : podman.group(1));
      Stream to = spec.terminal().isPresent() ? Stream.STDOUT : Stream.STDERR;
      sink.output(to, why, 0, why.length);
    } else if (refused == 0) {
      sink.output(from, bytes, offset, length);
    }
  }

  private byte[] refusal(String text) {
    String what =
        text.contains("chdir to cwd")
            ? "cannot change to " + spec.folder()
            : "cannot run " + spec.command().getFirst();
    Matcher why = WHY.matcher(text);
    refused = NOT_EXECUTABLE;
    String shown = text.startsWith(REFUSED) ? text.substring(REFUSED.length()) : text;
    if (why.lookingAt()) {
      boolean denied = why.group(1).equalsIgnoreCase("permission denied");
      refused = denied ? NOT_EXECUTABLE : NOT_FOUND;
      shown = denied ? "permission denied" : "not found in the sandbox";
    }
    String end = spec.terminal().isPresent() ? "\r\n" : "\n";
    return (what + ": " + shown.strip() + end).getBytes(StandardCharsets.UTF_8);
  }

  /** The engine would end the output, too, when the input of a terminal ends. */
  @Override
  public OutputStream input() {
    OutputStream all = stream.output();
    return spec.terminal().isEmpty()
        ? all
        : new FilterOutputStream(all) {
          @Override
          public void write(byte[] bytes, int offset, int length) throws IOException {
            out.write(bytes, offset, length);
          }

          @Override
          public void close() {
            // The terminal stays open.
          }
        };
  }

  @Override
  public void resize(TerminalSize size) {
    if (spec.terminal().isPresent() && !sized(size)) {
      LOG.debug("The program {} has no terminal any more", program.id());
    }
  }

  /** Sets the size of the terminal, and returns whether the program has started. */
  private boolean sized(TerminalSize size) {
    if (size.rows() == 0 || size.columns() == 0) {
      return true;
    }
    try {
      program
          .engine()
          .calls()
          .resizeExecCmd(program.id())
          .withSize(size.rows(), size.columns())
          .exec();
      return true;
    } catch (DockerException e) {
      LOG.trace("Cannot set the size of a terminal", e);
      return !output.isOpen();
    }
  }

  @Override
  public int await() throws InterruptedException {
    output.await(program::hasEnded);
    if (refused > 0) {
      over = true;
      return refused;
    }
    InspectExecResponse[] last = new InspectExecResponse[1];
    boolean ended =
        Pause.until(
            END_TIMEOUT,
            LOOK,
            () -> {
              last[0] = program.inspect();
              return !Boolean.TRUE.equals(last[0].isRunning());
            });
    if (!ended) {
      close();
    }
    over = true;
    Long code = ended ? last[0].getExitCodeLong() : null;
    return killed ? KILLED : Objects.requireNonNullElse(code, (long) FAILED).intValue();
  }

  @Override
  public void close() {
    if (!over && program.kill()) {
      killed = true;
    }
    if (over || killed) {
      records.remove(program);
    }
    output.close();
  }
}
