package dev.otters.llama;

import dev.otters.protocol.LineChannel;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Answers the daemon's requests, several at a time.
 *
 * <ul>
 *   <li>The calling thread reads requests. Loading and each completion run on threads of their own.
 *   <li>All of these are daemon threads: the program ends when the connection does.
 * </ul>
 */
final class ModelServer {
  /** Loads the model. */
  interface Loading {
    LoadedModel load() throws LoadException;
  }

  private final LineChannel channel;
  private final Replies replies;
  private final Loading loading;
  private final Duration polite;
  private final Map<Integer, Job> jobs = new ConcurrentHashMap<>();
  private volatile @Nullable LoadedModel model;

  /**
   * Creates a server.
   *
   * @param polite the time for a cancelled completion to stop by itself
   */
  ModelServer(LineChannel channel, Loading loading, Duration polite) {
    this.channel = channel;
    this.replies = new Replies(channel);
    this.loading = loading;
    this.polite = polite;
  }

  /** Serves until the connection ends. */
  void serve() throws IOException {
    start("load", this::load);
    for (byte[] line = channel.read(); line != null; line = channel.read()) {
      answer(RequestReader.read(line));
    }
  }

  private void load() throws IOException {
    try {
      model = loading.load();
      replies.ready();
    } catch (LoadException e) {
      replies.failed(e);
      channel.close();
    }
  }

  private void answer(Request request) throws IOException {
    LoadedModel loaded = model;
    if (loaded == null) {
      replies.error(request.id(), "the model is not loaded");
      return;
    }
    switch (request) {
      case Request.Complete complete -> complete(complete, loaded);
      case Request.Cancel(int id) -> cancel(id);
      case Request.Count(int id, String text) -> replies.counted(id, loaded.count(text));
    }
  }

  private void complete(Request.Complete request, LoadedModel loaded) {
    Job job = new Job(request, loaded, replies);
    jobs.put(request.id(), job);
    start(
        "completion",
        () -> {
          try {
            job.run();
          } finally {
            jobs.remove(request.id(), job);
          }
        });
  }

  private void cancel(int id) {
    Job job = jobs.get(id);
    if (job != null) {
      job.askToEnd();
      start(
          "cancel",
          () -> {
            Thread.sleep(polite);
            job.end();
          });
    }
  }

  private interface Task {
    void run() throws IOException, InterruptedException;
  }

  private void start(String name, Task task) {
    Thread.ofPlatform().name(name).daemon().start(() -> run(task));
  }

  private void run(Task task) {
    try {
      task.run();
    } catch (IOException e) {
      closeQuietly();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Closes the connection, so that the reading thread ends the program. */
  private void closeQuietly() {
    try {
      channel.close();
    } catch (IOException e) {
      Thread.currentThread().interrupt();
    }
  }
}
