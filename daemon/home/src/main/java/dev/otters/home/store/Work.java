package dev.otters.home.store;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that waits for its commit. Its caller waits for the end; all else is done by the
 * writer's thread. It may run more than once, and only the last run counts.
 */
final class Work<T> {
  private final Function<Transaction, T> task;
  private final Optional<String> author = Author.current();
  private final CompletableFuture<T> end = new CompletableFuture<>();
  private @Nullable Run<T> last;

  /** One run: what it returned, or why it failed. */
  private record Run<T>(Transaction transaction, @Nullable T result, @Nullable Throwable failure) {}

  Work(Function<Transaction, T> task) {
    this.task = task;
  }

  /** Runs the task, and keeps its result or failure. Returns the failure, empty if it succeeded. */
  Optional<Throwable> run(Statements statements) {
    Transaction transaction = new Transaction(statements, author);
    try {
      T result = Transactions.within(() -> task.apply(transaction));
      last = new Run<>(transaction, result, null);
      return Optional.empty();
    } catch (RuntimeException | Error e) {
      last = new Run<>(transaction, null, e);
      return Optional.of(e);
    }
  }

  /** Returns whether no other work may run between this one and its commit. */
  boolean endsGroup() {
    return last != null && last.failure() == null && last.transaction().changesMemory();
  }

  /** Tells what the last run did, after its commit or its rollback. */
  void tell() {
    Run<T> run = last;
    if (run == null) {
      end.completeExceptionally(new IllegalStateException("the work has not run"));
    } else if (run.failure() != null) {
      end.completeExceptionally(run.failure());
    } else {
      run.transaction().committed().forEach(Transactions::notifyCommitted);
      end.complete(run.result());
    }
  }

  /** Tells that the work has no effect: for its own failure, or else for this reason. */
  void fail(Throwable reason) {
    end.completeExceptionally(last == null || last.failure() == null ? reason : last.failure());
  }

  boolean isDone() {
    return end.isDone();
  }

  /** Waits for the end, also when the thread is interrupted. */
  T await() {
    try {
      return end.join();
    } catch (CompletionException e) {
      switch (e.getCause()) {
        case RuntimeException cause -> throw cause;
        case Error cause -> throw cause;
        case null, default -> throw e;
      }
    }
  }
}
