package dev.otters.worker.turn;

import dev.otters.protocol.Activation;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Call;
import dev.otters.protocol.ChatMessage;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.StopReason;
import dev.otters.protocol.ToolCall;
import dev.otters.protocol.ToolInput;
import dev.otters.protocol.Usage;
import dev.otters.protocol.WireError;
import dev.otters.worker.wire.CallFailedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A run of the model and its tools for one activation. */
public final class Turn {
  private final Activation activation;
  private final TurnEnvironment environment;
  private final Lifeline lifeline;
  private final AtomicInteger events = new AtomicInteger();
  private Usage usage = Usage.NONE;
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

  /** Ends the turn within a second and keeps the text so far. */
  public void interrupt() {
    lifeline.end(Ending.INTERRUPTED);
  }

  /** Drops the turn: kills its tools and sends no ack. */
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
      end = word(acknowledge(outcome()));
    } catch (TurnEndedException abandoned) {
      end = "dropped, " + abandoned.getMessage();
    } catch (CallFailedException refused) {
      end = "not accepted: " + refused.error().code().wireName();
    } finally {
      lifeline.finish();
      environment.daemon().release(activation.id(), activation.fence());
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    log(end + " after " + Prompts.steps(step) + ", " + millis + " ms");
  }

  private Outcome acknowledge(Outcome outcome) throws TurnEndedException, CallFailedException {
    try {
      lifeline.deliver(ack(outcome));
      return outcome;
    } catch (CallFailedException refused) {
      if (outcome instanceof Outcome.Failed) {
        throw refused;
      }
      // If the answer does not fit on a line, the session must still get an outcome.
      Outcome failure = failed(refused.error());
      lifeline.deliver(ack(failure));
      return failure;
    }
  }

  private Call.Ack ack(Outcome outcome) {
    return new Call.Ack(activation.id(), activation.fence(), outcome, usage);
  }

  private Outcome outcome() throws TurnEndedException {
    try {
      return loop();
    } catch (CallFailedException refused) {
      return failed(refused.error());
    } catch (RuntimeException bug) {
      return broken(bug);
    } catch (TurnEndedException ended) {
      return switch (ended.ending()) {
        case INTERRUPTED -> new Outcome.Interrupted("");
        case TIMED_OUT -> timedOut();
        case LOST, STOPPED -> throw ended;
      };
    }
  }

  private Outcome loop() throws TurnEndedException, CallFailedException {
    List<ChatMessage> messages = Prompts.messages(environment.systemPrompt(), activation);
    int most = Math.max(1, activation.options().maxIterations());
    Answer.Completion completion = complete(messages);
    while (!completion.toolCalls().isEmpty() && !isInterrupted(completion)) {
      lifeline.deliver(append(intents(completion)));
      messages.add(new ChatMessage.Assistant(completion.text(), completion.toolCalls()));
      messages.addAll(runTools(completion.toolCalls()));
      lifeline.check();
      if (step >= most) {
        return new Outcome.Answered(Prompts.outOfSteps(completion.text(), most));
      }
      completion = complete(messages);
    }
    if (isInterrupted(completion)) {
      return new Outcome.Interrupted(completion.text());
    }
    boolean cut = completion.stopReason() == StopReason.MAX_TOKENS;
    return new Outcome.Answered(cut ? Prompts.outOfTokens(completion.text()) : completion.text());
  }

  private boolean isInterrupted(Answer.Completion completion) {
    return lifeline.isInterrupted() || completion.stopReason() == StopReason.INTERRUPTED;
  }

  private Answer.Completion complete(List<ChatMessage> messages)
      throws TurnEndedException, CallFailedException {
    step++;
    Call.Complete call =
        new Call.Complete(
            activation.id(),
            activation.fence(),
            unique("c" + step),
            messages,
            environment.tools().schemas());
    Answer.Completion completion = answer(lifeline.ask(call));
    usage = usage.plus(completion.usage());
    return completion;
  }

  private Answer.Completion answer(CompletableFuture<Answer.Completion> answer)
      throws TurnEndedException, CallFailedException {
    try {
      return lifeline.await(answer);
    } catch (TurnEndedException ended) {
      if (ended.ending() != Ending.INTERRUPTED) {
        throw ended;
      }
      return lastWords(answer);
    }
  }

  /** Waits briefly for the text that the model wrote before the interrupt. */
  private Answer.Completion lastWords(CompletableFuture<Answer.Completion> answer)
      throws TurnEndedException, CallFailedException {
    try {
      answer.get(environment.timings().lastWords().toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException silent) {
      return new Answer.Completion("", List.of(), StopReason.INTERRUPTED, Usage.NONE);
    } catch (ExecutionException | InterruptedException told) {
      // The next wait throws the same failure in its own type.
      return lifeline.await(answer);
    }
    return answer.join();
  }

  private List<EventBody> intents(Answer.Completion completion) {
    List<EventBody> intents = new ArrayList<>();
    if (!completion.text().isBlank()) {
      intents.add(new EventBody.AgentMessage(completion.text(), true));
    }
    for (ToolCall call : completion.toolCalls()) {
      intents.add(intent(call));
    }
    return intents;
  }

  private EventBody intent(ToolCall call) {
    try {
      ToolInput input = ToolInput.parse(call.argumentsJson());
      return new EventBody.ToolUse(
          call.id(), call.name(), input.args(), input.stdin(), step, Optional.empty());
    } catch (IllegalArgumentException wrong) {
      return new EventBody.ToolUse(
          call.id(), call.name(), List.of(), "", step, Optional.of(call.argumentsJson()));
    }
  }

  private List<ChatMessage> runTools(List<ToolCall> calls)
      throws TurnEndedException, CallFailedException {
    return new ToolStep(environment, activation, lifeline, result -> append(List.of(result)))
        .run(calls);
  }

  private Call.Append append(List<? extends EventBody> bodies) {
    List<Event> batch =
        bodies.stream()
            .map(body -> new Event(unique("e" + events.incrementAndGet()), body))
            .toList();
    return new Call.Append(activation.id(), activation.fence(), batch);
  }

  /** Returns an id that no other lease, runtime or step uses. */
  private String unique(String suffix) {
    return activation.id() + "." + activation.fence() + "." + suffix;
  }

  /** Logs the place but not the message, which may quote a conversation. */
  private Outcome broken(RuntimeException bug) {
    StackTraceElement[] frames = bug.getStackTrace();
    String name = bug.getClass().getName();
    log("broke: " + name + (frames.length == 0 ? "" : " at " + frames[0]));
    return new Outcome.Failed(
        Outcome.ErrorKind.UNKNOWN, "The runtime failed with " + name + ". See its log.");
  }

  private Outcome timedOut() {
    long seconds = activation.options().turnTimeoutMillis() / 1000;
    return new Outcome.Failed(
        Outcome.ErrorKind.PERMANENT,
        "The turn took longer than " + seconds + " s (CONFIG turn-timeout).");
  }

  private static Outcome failed(WireError error) {
    Outcome.ErrorKind kind =
        switch (error.code()) {
          case MODEL_TRANSIENT -> Outcome.ErrorKind.TRANSIENT;
          case MODEL_PERMANENT, INVALID -> Outcome.ErrorKind.PERMANENT;
          default -> Outcome.ErrorKind.UNKNOWN;
        };
    return new Outcome.Failed(kind, error.message());
  }

  private static String word(Outcome outcome) {
    String kind = outcome.kind().name().toLowerCase(Locale.ROOT);
    return outcome instanceof Outcome.Failed failed ? kind + " (" + failed.errorKind() + ")" : kind;
  }

  private void log(String event) {
    environment.log().line("turn " + activation.turn() + " " + event);
  }
}
