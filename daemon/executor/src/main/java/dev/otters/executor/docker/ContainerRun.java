package dev.otters.executor.docker;

import com.github.dockerjava.api.command.CreateContainerCmd;
import com.github.dockerjava.api.command.WaitContainerResultCallback;
import com.github.dockerjava.api.exception.DockerClientException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.LogConfig;
import dev.otters.executor.Execution;
import dev.otters.executor.RefusedProgram;
import dev.otters.executor.RunSpec;
import dev.otters.executor.TerminalSize;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The program of a container that is attached to its caller. The engine keeps no log of it. */
final class ContainerRun implements Execution {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerRun.class);
  private static final int KILLED = 137;

  private final Containers containers;
  private final EngineConnection engine;
  private final String container;
  private final EngineStream stream;
  private final RefusedProgram program;
  private final EngineOutput output;
  private final WaitContainerResultCallback end = new WaitContainerResultCallback();
  private volatile boolean killed;

  private ContainerRun(
      Containers containers,
      EngineConnection engine,
      String container,
      EngineStream stream,
      RefusedProgram program) {
    this.containers = containers;
    this.engine = engine;
    this.container = container;
    this.stream = stream;
    this.program = program;
    this.output = new EngineOutput(stream, false, program, this::close);
  }

  /** Changes a request for a sandbox into one for a run. */
  static CreateContainerCmd request(CreateContainerCmd request, RunSpec spec) {
    Map<String, String> variables = spec.variables();
    Stream<String> unset =
        Arrays.stream(Objects.requireNonNullElse(request.getEnv(), new String[0]))
            .map(ContainerRequest::key)
            .filter(name -> !variables.containsKey(name));
    List<String> environment =
        Stream.concat(variables.entrySet().stream().map(Object::toString), unset).toList();
    HostConfig host = Objects.requireNonNull(request.getHostConfig());
    return request
        .withEnv(environment)
        .withWorkingDir(spec.program().folder())
        .withAttachStdin(true)
        .withAttachStdout(true)
        .withAttachStderr(true)
        .withStdinOpen(true)
        .withStdInOnce(true)
        .withHostConfig(host.withLogConfig(new LogConfig(LogConfig.LoggingType.NONE)));
  }

  /** Attaches to a created container, so that no output is lost. */
  static ContainerRun attach(
      Containers containers, EngineConnection engine, String container, RefusedProgram program) {
    String path = "/containers/" + container + "/attach?stream=1&stdin=1&stdout=1&stderr=1";
    try {
      EngineStream stream = EngineStream.post(engine, path, "");
      return new ContainerRun(containers, engine, container, stream, program);
    } catch (IOException | DockerException e) {
      throw EngineErrors.translate("attach to the sandbox", e);
    }
  }

  /** Follows the started container. */
  ContainerRun follow() {
    EngineErrors.run(
        "wait for the sandbox", () -> engine.streams().waitContainerCmd(container).exec(end));
    output.start();
    return this;
  }

  @Override
  public OutputStream input() {
    return stream.output();
  }

  /** Does nothing, since the program has no terminal. */
  @Override
  public void resize(TerminalSize size) {}

  @Override
  public int await() throws InterruptedException {
    Optional<Integer> code = code();
    output.await(() -> true);
    int ended = program.end(code.orElse(FAILED), true);
    return killed ? KILLED : ended;
  }

  /** Waits for the exit code; empty when the engine lost the container. */
  private Optional<Integer> code() {
    try {
      int code = end.awaitStatusCode();
      return Optional.of(wasRemoved() ? KILLED : code);
    } catch (DockerClientException | DockerException e) {
      LOG.debug("The end of the container {} is not known", container, e);
      return Optional.empty();
    }
  }

  /** Returns whether another client removed the container, which also killed it. */
  private boolean wasRemoved() {
    return !engine.kind().returnsExitCodes() && containers.inspect(container).isEmpty();
  }

  @Override
  public void close() {
    killed = true;
    try {
      containers.kill(container);
    } finally {
      output.close();
    }
  }
}
