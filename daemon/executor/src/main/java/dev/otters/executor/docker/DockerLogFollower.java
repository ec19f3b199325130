package dev.otters.executor.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.Frame;
import com.github.dockerjava.api.model.StreamType;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.LogFollower;
import dev.otters.executor.LogLine;
import dev.otters.executor.LogSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Follows one container's output. */
final class DockerLogFollower extends ResultCallback.Adapter<Frame> implements LogFollower {
  private static final Logger LOG = LoggerFactory.getLogger(DockerLogFollower.class);

  private final LogSink sink;
  private final LogLines lines;
  private final Supplier<Optional<ExecutorException>> verdict;
  private final ReentrantLock telling = new ReentrantLock();
  private final CountDownLatch ended = new CountDownLatch(1);
  private boolean over;

  /**
   * @param verdict says, once the stream has ended, whether it broke off
   */
  DockerLogFollower(Instant since, LogSink sink, Supplier<Optional<ExecutorException>> verdict) {
    this.sink = sink;
    this.lines = new LogLines(since, sink::line);
    this.verdict = verdict;
  }

  @Override
  public void onNext(Frame frame) {
    telling.lock();
    try {
      if (!over) {
        boolean err = frame.getStreamType() == StreamType.STDERR;
        lines.piece(err ? LogLine.Stream.STDERR : LogLine.Stream.STDOUT, frame.getPayload());
      }
    } finally {
      telling.unlock();
    }
  }

  @Override
  public void onError(Throwable failure) {
    // The template's own handling logs an error, but an engine may go away.
    LOG.debug("a sandbox's output broke off", failure);
    end(true);
  }

  @Override
  public void onComplete() {
    super.onComplete();
    end(true);
  }

  private void end(boolean judge) {
    telling.lock();
    try {
      if (!over) {
        over = true;
        lines.end();
        sink.ended(judge ? verdict.get() : Optional.empty());
      }
    } finally {
      telling.unlock();
      ended.countDown();
    }
  }

  @Override
  public boolean await(Duration atMost) throws InterruptedException {
    return ended.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
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
