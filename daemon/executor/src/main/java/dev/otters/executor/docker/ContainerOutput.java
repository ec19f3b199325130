package dev.otters.executor.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.command.LogContainerCmd;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.WaitResponse;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.LogSink;
import dev.otters.executor.docker.engine.EngineConnection;
import dev.otters.executor.docker.engine.EngineErrors;
import dev.otters.executor.docker.engine.EngineKind;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The output of one container. */
record ContainerOutput(
    EngineConnection engine, EngineKind kind, Containers containers, String container)
    implements DockerLogFollower.Source {
  private static final Logger LOG = LoggerFactory.getLogger(ContainerOutput.class);
  private static final Duration LAST_LINES = Duration.ofSeconds(1);

  /** Follows the output until the container ends. */
  DockerLogFollower follow(Instant since, LogSink sink) {
    DockerLogFollower follower = new DockerLogFollower(since, sink, this);
    return EngineErrors.call(
        "follow the sandbox's output",
        () -> {
          output().withFollowStream(true).withSince((int) since.getEpochSecond()).exec(follower);
          if (kind == EngineKind.PODMAN) {
            follower.endsWith(engine.streams().waitContainerCmd(container).exec(new End(follower)));
          }
          return follower;
        });
  }

  /**
   * Ends the output of a container that has ended. Podman 4 sometimes keeps the stream open then.
   */
  private static final class End extends ResultCallback.Adapter<WaitResponse> {
    private final DockerLogFollower follower;

    End(DockerLogFollower follower) {
      this.follower = follower;
    }

    @Override
    public void onComplete() {
      super.onComplete();
      Thread.ofVirtual().name("end-of-output").start(() -> follower.endSoon(LAST_LINES));
    }

    @Override
    public void onError(Throwable failure) {
      LOG.debug("Cannot wait for the end of a sandbox", failure);
    }
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
      boolean running =
          containers
              .inspect(container)
              .map(c -> Boolean.TRUE.equals(c.getState().getRunning()))
              .orElse(false);
      return running ? Optional.of(brokenOff()) : Optional.empty();
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
