package dev.otters.executor.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.LogDelivery;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogLine;
import dev.otters.executor.LogSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows the output of one container. */
final class DockerLogFollower extends ResultCallback.Adapter<Frame> implements LogFollower {
  private static final Logger LOG = LoggerFactory.getLogger(DockerLogFollower.class);

  private static final Duration LOOK = Duration.ofSeconds(1);

  private final LogDelivery delivery;
  private final LogLines lines;
  private final Source source;

  /** The container whose output is followed. */
  interface Source {
    /** Returns the reason why the ended stream broke off; empty when it is complete. */
    Optional<ExecutorException> verdict();

    void read(Consumer<Frame> frames);
  }

  DockerLogFollower(Instant since, LogSink sink, Source source) {
    this.delivery = new LogDelivery(sink);
    this.lines = new LogLines(since, sink::line);
    this.source = source;
  }

  @Override
  public void onNext(Frame frame) {
    delivery.unlessOver(() -> take(frame));
  }

  private void take(Frame frame) {
    boolean err = frame.getStreamType() == StreamType.STDERR;
    lines.piece(err ? LogLine.Stream.STDERR : LogLine.Stream.STDOUT, frame.getPayload());
  }

  @Override
  public void onError(Throwable failure) {
    // The template would log an error, but an engine may go away.
    LOG.debug("The output of a sandbox broke off", failure);
    end(true);
  }

  @Override
  public void onComplete() {
    super.onComplete();
    end(true);
  }

  private void end(boolean judge) {
    delivery.end(
        () -> {
          lines.end();
          return judge ? judge() : Optional.empty();
        });
  }

  /** Completes the output. Engine 20 may end the stream without the last lines of a sandbox. */
  private Optional<ExecutorException> judge() {
    Optional<ExecutorException> broken = source.verdict();
    if (broken.isPresent()) {
      return broken;
    }
    try {
      lines.skipKnown();
      source.read(this::take);
      lines.end();
      return Optional.empty();
    } catch (ExecutorException e) {
      return Optional.of(e);
    }
  }

  /** Ends the output soon after the container. Podman sometimes keeps the stream open then. */
  void endWithContainer() {
    Thread.ofVirtual().name("end-of-output").start(this::awaitContainer);
  }

  private void awaitContainer() {
    try {
      while (!delivery.await(LOOK)) {
        if (source.verdict().isEmpty()) {
          end(true);
          super.close();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.debug("The stream of a sandbox's output cannot be closed", e);
    }
  }

  @Override
  public boolean await(Duration atMost) throws InterruptedException {
    return delivery.await(atMost);
  }

  @Override
  public void close() {
    end(false);
    try {
      super.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
