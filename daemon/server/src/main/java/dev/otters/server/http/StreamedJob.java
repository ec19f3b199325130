package dev.otters.server.http;

import dev.otters.api.Streams;
import dev.otters.oci.Progress;
import dev.otters.server.http.WorkFeed.Item;
import dev.otters.server.problem.Problems;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * A long operation that streams its progress. It continues when its client disconnects, unless it
 * can be resumed later, or looks whether its progress is watched.
 */
public final class StreamedJob implements Reply.Source {
  private final Job job;
  private final BooleanSupplier drain;
  private final boolean stops;
  private volatile boolean stopped;
  private volatile boolean drained;

  /** Runs the operation and returns its result. */
  @FunctionalInterface
  public interface Job {
    Object run(Progress progress) throws InterruptedException;
  }

  /** Runs the operation with the body of the request, and returns its result. */
  @FunctionalInterface
  interface UploadJob {
    Object run(InputStream body, Progress progress);
  }

  private StreamedJob(Job job, BooleanSupplier drain, boolean stops) {
    this.job = job;
    this.drain = drain;
    this.stops = stops;
  }

  static Reply of(Job job) {
    return new Reply.Events(new StreamedJob(job, () -> true, false));
  }

  /** Interrupts the operation when its client disconnects. */
  public static Reply whileWatched(Job job) {
    return new Reply.Events(new StreamedJob(job, () -> true, true));
  }

  static Reply upload(Request request, UploadJob job) {
    return upload(request, request.upload(), job);
  }

  /** Runs an operation on the file of a model. */
  static Reply model(Request request, UploadJob job) {
    return upload(request, request.model(), job);
  }

  /** Runs an operation on a file of images. */
  static Reply images(Request request, UploadJob job) {
    return upload(request, request.images(), job);
  }

  /**
   * Reads the rest of the body, too, since many clients read the answer only after they have sent
   * everything. A client that sends much more must read while it sends.
   */
  private static Reply upload(Request request, InputStream body, UploadJob job) {
    long most = request.largestUpload();
    return new Reply.Events(
        new StreamedJob(
            progress -> job.run(body, progress), () -> Replies.drained(body, most), false));
  }

  @Override
  public void send(SseStream stream) throws IOException, InterruptedException {
    WorkFeed feed = new WorkFeed();
    Thread worker = Thread.ofVirtual().name("work").start(() -> feed.end(done(feed)));
    try {
      show(stream, feed);
      if (!drained) {
        stream.endConnection();
      }
    } catch (IOException e) {
      feed.leave();
      stop(worker);
      worker.join();
      throw e;
    } catch (InterruptedException e) {
      feed.leave();
      stop(worker);
      throw e;
    }
  }

  private void stop(Thread worker) {
    if (stops) {
      stopped = true;
      worker.interrupt();
    }
  }

  private void show(SseStream stream, WorkFeed feed) throws IOException, InterruptedException {
    while (true) {
      Optional<Item> next = feed.next(stream.heartbeat());
      if (next.isEmpty()) {
        stream.beat();
        continue;
      }
      switch (next.get()) {
        case Item.Step(dev.otters.api.Progress progress) ->
            stream.event(Streams.PROGRESS, progress);
        case Item.Result(Object result) -> {
          stream.event(Streams.RESULT, result);
          return;
        }
        case Item.Failed(dev.otters.api.Problem problem) -> {
          stream.event(Streams.ERROR, problem);
          return;
        }
      }
    }
  }

  private Item done(Progress progress) {
    try {
      return new Item.Result(job.run(progress));
    } catch (InterruptedException e) {
      // Only the end of the stream, by its client or by the daemon, interrupts an operation.
      return new Item.Failed(Problems.shuttingDown());
    } catch (Throwable e) {
      return new Item.Failed(stopped ? Problems.shuttingDown() : Problems.of(e));
    } finally {
      drained = drain.getAsBoolean();
    }
  }
}
