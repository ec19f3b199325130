package dev.otters.llama;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One completion. Its end is reported once: by the thread that generates or, while that thread
 * still waits for a long prompt to be read, by the thread that cancels.
 */
final class Job {
  private final Request.Complete request;
  private final LoadedModel model;
  private final Replies replies;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean cancelled;
  private volatile LoadedModel.@Nullable Generation generation;
  private final AtomicInteger pieces = new AtomicInteger();

  Job(Request.Complete request, LoadedModel model, Replies replies) {
    this.request = request;
    this.model = model;
    this.replies = replies;
  }

  /** Generates until the completion ends. */
  void run() throws IOException {
    StringBuilder text = new StringBuilder();
    try {
      LoadedModel.Generation begun = model.begin(request);
      generation = begun;
      for (String piece = begun.next(); piece != null; piece = cancelled ? null : begun.next()) {
        pieces.incrementAndGet();
        take(piece, text);
      }
      if (cancelled) {
        begun.cancel();
      }
      end(model.count(text.toString()));
    } catch (IllegalArgumentException e) {
      if (ended.compareAndSet(false, true)) {
        replies.error(request.id(), String.valueOf(e.getMessage()));
      }
    }
  }

  private void take(String piece, StringBuilder text) {
    if (!piece.isEmpty() && !ended.get()) {
      text.append(piece);
      say(piece);
    }
  }

  private void say(String piece) {
    try {
      replies.delta(request.id(), piece);
    } catch (IOException e) {
      // The connection is gone. The thread that reads it notices too and ends the program.
      cancelled = true;
    }
  }

  /** Asks the generating thread to stop; it does so at its next token. */
  void askToEnd() {
    cancelled = true;
  }

  /** Ends the completion now, unless it has already ended. */
  void end() throws IOException {
    LoadedModel.Generation begun = generation;
    if (begun != null && !ended.get()) {
      begun.cancel();
    }
    end(pieces.get());
  }

  private void end(int outputTokens) throws IOException {
    if (ended.compareAndSet(false, true)) {
      int tokens = Math.max(outputTokens, 0);
      String reason = cancelled ? "cancelled" : tokens >= request.maxTokens() ? "limit" : "end";
      replies.done(request.id(), model.count(request.prompt()), tokens, reason);
    }
  }
}
