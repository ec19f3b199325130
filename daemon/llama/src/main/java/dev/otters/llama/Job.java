package dev.otters.llama;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One completion. Its end is said once: by the thread that generates, or, when that one waits for a
 * long prompt to be read, by the one that cancels.
 */
final class Job {
  private final Request.Complete request;
  private final Engine engine;
  private final Replies replies;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile boolean cancelled;
  private volatile Engine.@Nullable Generation generation;
  private final AtomicInteger pieces = new AtomicInteger();

  Job(Request.Complete request, Engine engine, Replies replies) {
    this.request = request;
    this.engine = engine;
    this.replies = replies;
  }

  /** Generates until there is nothing more. */
  void run() throws IOException {
    StringBuilder text = new StringBuilder();
    try {
      Engine.Generation begun = engine.begin(request);
      generation = begun;
      for (String piece = begun.next(); piece != null; piece = cancelled ? null : begun.next()) {
        pieces.incrementAndGet();
        take(piece, text);
      }
      if (cancelled) {
        begun.cancel();
      }
      end(engine.count(text.toString()));
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
      // Nobody listens: the reader of the connection sees it too and ends the program.
      cancelled = true;
    }
  }

  /** Asks the generating thread to end; it does when its next token comes. */
  void askToEnd() {
    cancelled = true;
  }

  /** Ends it now, if it has not ended. */
  void end() throws IOException {
    Engine.Generation begun = generation;
    if (begun != null && !ended.get()) {
      begun.cancel();
    }
    end(pieces.get());
  }

  private void end(int outputTokens) throws IOException {
    if (ended.compareAndSet(false, true)) {
      int tokens = Math.max(outputTokens, 0);
      String reason = cancelled ? "cancelled" : tokens >= request.maxTokens() ? "limit" : "end";
      replies.done(request.id(), new Completed(engine.count(request.prompt()), tokens, reason));
    }
  }
}
