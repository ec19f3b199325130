package dev.otters.executor.docker;

import com.github.dockerjava.api.async.ResultCallback;
import com.github.dockerjava.api.model.LoadResponseItem;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Reads the engine's response to an image that it loads. The first message may arrive long before
 * the end, and an error in the middle.
 */
final class LoadResponse extends ResultCallback.Adapter<LoadResponseItem> {
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

  @Override
  public void onNext(LoadResponseItem item) {
    if (item.isErrorIndicated()) {
      failure.compareAndSet(null, refusal(item));
    }
  }

  private static ExecutorException refusal(LoadResponseItem item) {
    var detail = item.getErrorDetail();
    String why = detail == null ? null : detail.getMessage();
    return new ExecutorException(
        Reason.IMAGE,
        "the engine refuses an image: " + Objects.requireNonNullElse(why, "it gives no reason"),
        "Check the engine's log and its free disk space.");
  }

  @Override
  public void onError(Throwable cause) {
    // The template would log an error, but the caller gets it.
    failure.compareAndSet(
        null, cause instanceof RuntimeException known ? known : new IllegalStateException(cause));
    onComplete();
  }

  void await() {
    try {
      awaitCompletion();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExecutorException(
          Reason.ENGINE_LOST, "interrupted while the engine loaded an image", "Try again.", e);
    }
    RuntimeException thrown = failure.get();
    if (thrown != null) {
      throw thrown;
    }
  }
}
