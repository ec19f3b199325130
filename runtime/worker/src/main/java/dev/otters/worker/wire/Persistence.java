package dev.otters.worker.wire;

import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.WireError;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Repeats a call while the daemon itself fails, because it is stopping or its disk is full. After
 * {@link WireError.Code#INTERNAL} nothing has happened, so a repetition is safe.
 */
public record Persistence(WireClient daemon, Backoff backoff) {
  /**
   * Sends a call, up to a number of attempts.
   *
   * @return the answer, or the last {@link CallFailedException}
   */
  public <A extends Answer> CompletableFuture<A> call(Call<A> call, int attempts) {
    return attempt(call, 1, attempts);
  }

  private <A extends Answer> CompletableFuture<A> attempt(Call<A> call, int number, int attempts) {
    return daemon
        .call(call)
        .exceptionallyCompose(
            failure ->
                number < attempts && isDaemonsFault(failure)
                    ? CompletableFuture.runAsync(() -> {}, later(number))
                        .thenCompose(waited -> attempt(call, number + 1, attempts))
                    : CompletableFuture.failedFuture(failure));
  }

  private Executor later(int failures) {
    return CompletableFuture.delayedExecutor(
        backoff.after(failures).toMillis(),
        TimeUnit.MILLISECONDS,
        task -> Thread.ofVirtual().start(task));
  }

  private static boolean isDaemonsFault(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof CallFailedException refusal
        && refusal.error().code() == WireError.Code.INTERNAL;
  }
}
