package dev.otters.executor.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.InspectContainerResponse;
import com.github.dockerjava.api.command.LogContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Frame;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogFollowerThread;
import dev.otters.executor.LogSink;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The output of one container. */
record ContainerOutput(EngineConnection engine, Containers containers, String container)
    implements DockerLogFollower.Source {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerOutput.class);

  /** Follows the output until the container ends. */
  LogFollower follow(Instant since, LogSink sink) {
    boolean exact = engine.kind().streamsAllOutput();
    if (!exact) {
      Optional<OutputFile> file = file();
      if (file.isPresent()) {
        return LogFollowerThread.start(sink, lines -> file.get().deliver(since, lines));
      }
    }
    DockerLogFollower follower = new DockerLogFollower(since, sink, this);
    return EngineErrors.call(
        "follow the sandbox's output",
        () -> {
          output().withFollowStream(true).withSince((int) since.getEpochSecond()).exec(follower);
          if (!exact) {
            follower.endWithContainer();
          }
          return follower;
        });
  }

  /** Returns the file with the output; empty when only the engine can read it. */
  private Optional<OutputFile> file() {
    return containers
        .inspect(container)
        .filter(found -> found.getLogPath() != null && !found.getLogPath().isEmpty())
        .map(found -> new OutputFile(Path.of(found.getLogPath()), end(found)))
        .filter(found -> Files.isReadable(found.file().toAbsolutePath().getParent()));
  }

  /** Returns a look at whether the container has ended, which asks the engine seldom. */
  private BooleanSupplier end(InspectContainerResponse container) {
    long pid = Objects.requireNonNullElse(container.getState().getPidLong(), 0L);
    return () -> !isProcess((int) pid) && hasEnded();
  }

  private boolean isProcess(int pid) {
    try {
      return pid > 0 && StartCheck.isOurs(pid, container);
    } catch (IOException e) {
      LOG.debug("Cannot look at the process {}", pid, e);
      return false;
    }
  }

  private boolean hasEnded() {
    return containers
        .inspect(container)
        .map(found -> found.getState())
        .map(
            state ->
                !Boolean.TRUE.equals(state.getRunning())
                    && !Containers.PREPARED.contains(String.valueOf(state.getStatus())))
        .orElse(true);
  }

  private LogContainerCmd output() {
    return engine
        .streams()
        .logContainerCmd(container)
        .withStdOut(true)
        .withStdErr(true)
        .withTimestamps(true);
  }

  /** Returns the reason why the output ended early; empty when the container has ended too. */
  @Override
  public Optional<ExecutorException> verdict() {
    try {
      return containers.isRunning(container) ? Optional.of(brokenOff()) : Optional.empty();
    } catch (ExecutorException e) {
      return Optional.of(e);
    }
  }

  private static ExecutorException brokenOff() {
    return new ExecutorException(
        Reason.ENGINE_LOST, "the sandbox's output broke off", "Follow the output again.");
  }

  @Override
  public void read(Consumer<Frame> frames) {
    EngineErrors.run("read the sandbox's output", () -> readAll(frames));
  }

  private void readAll(Consumer<Frame> frames) {
    try {
      var reader =
          new ResultCallback.Adapter<Frame>() {
            @Override
            public void onNext(Frame frame) {
              frames.accept(frame);
            }
          };
      output().exec(reader).awaitCompletion();
    } catch (NotFoundException e) {
      LOG.debug("The container {} and its output are gone", container, e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw brokenOff();
    }
  }
}
