package dev.otters.worker.turn;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.WireError;
import dev.otters.worker.wire.CallFailedException;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A run of the model and its tools for one activation. The daemon leads the conversation. */
public final class Turn {
  private final Activation activation;
  private final TurnEnvironment environment;
  private final Lifeline lifeline;
  private int step;

  /** Creates a turn that has not started. */
  public Turn(Activation activation, TurnEnvironment environment) {
    this.activation = activation;
    this.environment = environment;
    this.lifeline = new Lifeline(environment.daemon(), activation, environment.timings());
  }

  /** Returns the activation of this turn. */
  public Activation activation() {
    return activation;
  }

  /** Ends the turn within a second; the daemon keeps the text so far. */
  public void interrupt() {
    lifeline.end(Ending.INTERRUPTED);
  }

  /** Drops the turn: kills its tools and reports no outcome. */
  public void abandon() {
    lifeline.end(Ending.STOPPED);
  }

  /** Runs the turn to its end; returns when the daemon has accepted or refused the outcome. */
  public void run() {
    long began = System.nanoTime();
    log("started session=" + activation.session());
    lifeline.start();
    String end;
    try {
      end = runToEnd();
    } catch (TurnEndedException abandoned) {
      end = "dropped, " + abandoned.getMessage();
    } catch (CallFailedException refused) {
      end = "not accepted: " + refused.error().code().wireName();
    } finally {
      lifeline.finish();
      environment.daemon().release(activation.id(), activation.fence());
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    String steps = step + (step == 1 ? " step" : " steps");
    log(end + " after " + steps + ", " + millis + " ms");
  }

  private String runToEnd() throws TurnEndedException, CallFailedException {
    try {
      return loop();
    } catch (CallFailedException refused) {
      return release(failed(refused.error()));
    } catch (RuntimeException bug) {
      return release(broken(bug));
    } catch (TurnEndedException ended) {
      return switch (ended.ending()) {
        case INTERRUPTED -> release(new Outcome.Interrupted(""));
        case TIMED_OUT -> release(timedOut());
        case LOST, STOPPED -> throw ended;
      };
    }
  }

  private String loop() throws TurnEndedException, CallFailedException {
    while (true) {
      switch (next()) {
        case Answer.Run run -> {
          new ToolStep(environment, activation, lifeline, step).run(run.calls());
          lifeline.check();
        }
        case Answer.Over over -> {
          return word(over.kind());
        }
        case Answer.Paused _ -> {
          return "paused";
        }
      }
    }
  }

  private Answer.Next next() throws TurnEndedException, CallFailedException {
    step++;
    CompletableFuture<Answer.Next> answer =
        lifeline.ask(new Call.Complete(activation.id(), activation.fence(), step));
    try {
      return lifeline.await(answer);
    } catch (TurnEndedException ended) {
      if (ended.ending() != Ending.INTERRUPTED) {
        throw ended;
      }
      return lastWords(answer, ended);
    }
  }

  /** Waits briefly for the daemon to keep what the model said before the interrupt. */
  private Answer.Next lastWords(CompletableFuture<Answer.Next> answer, TurnEndedException ended)
      throws TurnEndedException, CallFailedException {
    try {
      answer.get(environment.timings().lastWords().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException _) {
      throw ended;
    } catch (ExecutionException | InterruptedException _) {
      // The next wait throws the same failure in its own type.
      return lifeline.await(answer);
    }
    return answer.join();
  }

  private String release(Outcome.Unanswered outcome)
      throws TurnEndedException, CallFailedException {
    lifeline.deliver(new Call.Release(activation.id(), activation.fence(), outcome));
    return outcome instanceof Outcome.Failed failed
        ? word(outcome.kind()) + " (" + failed.errorKind() + ")"
        : word(outcome.kind());
  }

  /** Logs the place but not the message, which may quote a conversation. */
  private Outcome.Failed broken(RuntimeException bug) {
    StackTraceElement[] frames = bug.getStackTrace();
    String name = bug.getClass().getName();
    log("broke: " + name + (frames.length == 0 ? "" : " at " + frames[0]));
    return new Outcome.Failed(
        Outcome.ErrorKind.UNKNOWN, "The runtime failed with " + name + ". See its log.");
  }

  private Outcome.Failed timedOut() {
    long seconds = activation.options().turnTimeoutMillis() / 1000;
    return new Outcome.Failed(
        Outcome.ErrorKind.PERMANENT,
        "The turn took longer than " + seconds + " s (CONFIG turn-timeout).");
  }

  private static Outcome.Failed failed(WireError error) {
    Outcome.ErrorKind kind =
        switch (error.code()) {
          case INVALID -> Outcome.ErrorKind.PERMANENT;
          default -> Outcome.ErrorKind.UNKNOWN;
        };
    return new Outcome.Failed(kind, error.message());
  }

  private static String word(Outcome.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private void log(String event) {
    environment.log().line("turn " + activation.turn() + " " + event);
  }
}
