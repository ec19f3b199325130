package dev.otters.agents.wire;

import dev.otters.agents.advice.Advice;
import dev.otters.agents.setup.TurnConfig;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.CallKey;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.protocol.Answer;
import dev.otters.protocol.CrashPoint;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.TurnSteps;
import dev.otters.sessions.TurnSteps.State;
import dev.otters.sessions.budget.BudgetException;
import dev.otters.sessions.budget.Budgets;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.conversation.TurnSettings;
import dev.otters.sessions.running.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the models on behalf of turns. A step belongs to its turn and not to the connection that
 * asks for it: its answer is stored also if the connection ends, and a repeated question joins it.
 * Thread-safe.
 */
final class TurnEngine {
  private static final Logger LOG = LoggerFactory.getLogger(TurnEngine.class);

  private final TurnSteps steps;
  private final ModelGateway gateway;
  private final Map<String, Asked> asked = new ConcurrentHashMap<>();
  private final ByteBudget memory = new ByteBudget(Runtime.getRuntime().maxMemory() / 2);
  private final Map<String, Integer> fallbacks = new ConcurrentHashMap<>();
  private final Map<UUID, ByteBudget.Share> shares = new ConcurrentHashMap<>();

  TurnEngine(TurnSteps steps, ModelGateway gateway) {
    this.steps = steps;
    this.gateway = gateway;
  }

  /**
   * The last step of a turn that was begun.
   *
   * @param reported the calls of the step whose results are stored
   */
  private record Asked(Step step, CompletableFuture<Answer.Next> answer, Set<String> reported) {
    boolean hasAllResults() {
      return answer.state() == Future.State.SUCCESS
          && answer.resultNow() instanceof Answer.Run(List<ToolCall> calls)
          && calls.stream().allMatch(call -> reported.contains(call.id()));
    }
  }

  /**
   * Returns what a turn does next, and waits for the model if needed.
   *
   * @throws dev.otters.sessions.log.SessionException if the caller does not hold the turn, or asks
   *     for a step out of order
   * @throws InterruptedException if the waiting thread is interrupted; the step goes on
   */
  Answer.Next next(Step step) throws InterruptedException {
    return await(begun(step).answer());
  }

  /** Begins the first step of a turn that was just leased. Its runtime asks for it next. */
  void leased(Step first) {
    Asked unused = begun(first);
  }

  /** Begins the next step of a turn if this was the last result that it needs. */
  void reported(Step step, String call) {
    Asked last = asked.get(step.activation());
    if (last != null
        && last.step().equals(step)
        && last.reported().add(call)
        && last.hasAllResults()) {
      Asked unused =
          begun(new Step(step.agent(), step.activation(), step.fence(), step.number() + 1));
    }
  }

  private Asked begun(Step step) {
    return asked.compute(
        step.activation(),
        (activation, last) -> last != null && last.step().equals(step) ? last : begin(step));
  }

  private Asked begin(Step step) {
    Asked begun = new Asked(step, new CompletableFuture<>(), ConcurrentHashMap.newKeySet());
    Thread.ofVirtual().name("turn-step").start(() -> run(begun));
    return begun;
  }

  private static Answer.Next await(CompletableFuture<Answer.Next> answer)
      throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException("a step failed", e.getCause());
    }
  }

  private void run(Asked mine) {
    try {
      Answer.Next next = answer(mine.step());
      CrashPoint.at(
          next instanceof Answer.Over
              ? "answer-stored"
              : next instanceof Answer.Paused ? "turn-paused" : "calls-stored");
      steps.stored(mine.step());
      if (next instanceof Answer.Over) {
        asked.remove(mine.step().activation(), mine);
      } else {
        steps.awaitCatalog(mine.step());
      }
      boolean unused = mine.answer().complete(next);
    } catch (RuntimeException | Error e) {
      asked.remove(mine.step().activation(), mine);
      boolean unused = mine.answer().completeExceptionally(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread of a step must not be interrupted", e);
    }
  }

  /** Answers a step. What is recorded of it and not stored is dropped. */
  private Answer.Next answer(Step step) throws InterruptedException {
    try {
      return answer(step, ByteBudget.FREE_BYTES);
    } finally {
      steps.ended(step);
    }
  }

  /**
   * Answers a step.
   *
   * @param most the greatest size of its request for which memory was taken
   */
  private Answer.Next answer(Step step, long most) throws InterruptedException {
    return switch (steps.open(step, most)) {
      case State.Known(Answer.Next known) -> known;
      case State.Ask ask -> ask(step, ask);
      case State.Large(long size) -> large(step, size);
      case State.Summarize due -> {
        summarize(step, due);
        yield answer(step, most);
      }
    };
  }

  /** Answers a step while its request counts against the memory of all requests. */
  private Answer.Next large(Step step, long size) throws InterruptedException {
    ByteBudget.Share share = shares.computeIfAbsent(step.agent(), agent -> memory.share());
    int taken = share.take((int) size);
    try {
      return answer(step, Long.MAX_VALUE);
    } finally {
      share.release(taken);
    }
  }

  /** Asks for a summary of earlier turns. Whatever comes of it, the step can be opened again. */
  private void summarize(Step step, State.Summarize due) {
    due.stream().note("The earlier part of the conversation is being summarized.");
    String model = due.context().settings().model();
    CompletionRequest request =
        request(due.context(), model, due.messages(), List.of(), Optional.empty());
    try (Budgets.Reservation _ = due.stream().reserve(due.context(), model, request.size())) {
      summarize(step, due, request);
    } catch (BudgetException _) {
      // The request of the step itself is refused too, and says why.
      steps.compaction().failed(step, model, Usage.NONE, false);
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread of a step must not be interrupted", e);
    }
  }

  private static CompletionRequest request(
      TurnContext context,
      String model,
      List<ChatMessage> messages,
      List<ToolSchema> tools,
      Optional<String> schema) {
    return new CompletionRequest(model, messages, tools, context.settings().options(), schema);
  }

  private void summarize(Step step, State.Summarize due, CompletionRequest request) {
    TurnSettings settings = due.context().settings();
    AtomicReference<Usage> lost = new AtomicReference<>(Usage.NONE);
    Completion summary;
    try {
      summary =
          gateway.complete(
              new CallKey(step.activation(), step.fence(), "summary"),
              request,
              new Caller(step.agent().toString(), due.stream()::note, lost::set, due.recording()),
              text -> due.recording().text(),
              due.stream()::current);
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread of a step must not be interrupted", e);
    } catch (RuntimeException e) {
      LOG.atWarn()
          .addKeyValue("agent", step.agent())
          .addKeyValue("why", e.getMessage())
          .log("A conversation goes on without a summary");
      boolean lasting =
          !(e instanceof ModelException failure) || failure.kind() == ModelException.Kind.PERMANENT;
      Usage usage = Objects.requireNonNull(lost.get());
      steps.compaction().failed(step, settings.model(), usage, lasting);
      return;
    }
    CrashPoint.at("summary-received");
    steps.compaction().record(step, settings.model(), summary);
    CrashPoint.at("summary-stored");
  }

  /** Asks the model, or after a transient failure the next one. */
  private Answer.Next ask(Step step, State.Ask ask) {
    List<String> models = models(ask.context().settings());
    int number = fallbacks.getOrDefault(step.activation(), 0);
    Optional<ModelException> first = Optional.empty();
    while (true) {
      String model = models.get(number);
      AtomicReference<Usage> lost = new AtomicReference<>(Usage.NONE);
      CompletionRequest request =
          request(ask.context(), model, ask.messages(), ask.tools(), ask.schema());
      try (Budgets.Reservation _ = ask.stream().reserve(ask.context(), model, request.size())) {
        return ask(step, ask, request, lost);
      } catch (BudgetException e) {
        String why = e.getMessage() + ". " + Advice.of(e);
        Outcome.Failed failed = new Outcome.Failed(Outcome.ErrorKind.PERMANENT, why);
        return steps.failed(step, first.map(TurnEngine::failure).orElse(failed), model, Usage.NONE);
      } catch (ModelException e) {
        first = first.or(() -> Optional.of(e));
        boolean last = number + 1 == models.size() || !ask.stream().current();
        if (last || first.get().kind() == ModelException.Kind.PERMANENT) {
          return failed(step, ask, first.orElseThrow(), e, lost);
        }
        steps.lost(step, number, model, Objects.requireNonNull(lost.get()));
        number++;
        fallbacks.put(step.activation(), number);
        ask.stream().restart();
        ask.stream().note(e.getMessage() + "; asking " + models.get(number) + " instead");
      } catch (InterruptedException e) {
        throw new IllegalStateException("the thread of a step must not be interrupted", e);
      }
    }
  }

  private static List<String> models(TurnSettings settings) {
    List<String> models = new ArrayList<>(List.of(settings.model()));
    models.addAll(TurnConfig.of(settings.options()).models());
    return models;
  }

  private Answer.Next ask(
      Step step, State.Ask ask, CompletionRequest request, AtomicReference<Usage> lost) {
    String model = request.model();
    Completion completion;
    try {
      completion = complete(step, ask, request, lost::set);
    } catch (ModelException e) {
      throw e;
    } catch (InterruptedException e) {
      throw new IllegalStateException("the thread of a step must not be interrupted", e);
    } catch (RuntimeException e) {
      LOG.atError().addKeyValue("agent", step.agent()).setCause(e).log("A completion broke");
      String why = "the daemon failed internally. See the daemon's log.";
      Outcome.Failed failure = new Outcome.Failed(Outcome.ErrorKind.UNKNOWN, why);
      return steps.failed(step, failure, model, Objects.requireNonNull(lost.get()));
    }
    CrashPoint.at(completion.toolCalls().isEmpty() ? "answer-received" : "calls-received");
    return ask.schema().isPresent()
        ? steps.propose(step, model, completion)
        : steps.record(step, model, completion);
  }

  /** Ends an attempt for which no model has an answer, as the failure of the first one demands. */
  private Answer.Next failed(
      Step step,
      State.Ask ask,
      ModelException first,
      ModelException last,
      AtomicReference<Usage> lost) {
    first.retryAfter().ifPresent(ask.stream()::retryAfter);
    Outcome.Failed failure = failure(first);
    if (first != last) {
      String both = failure.message() + "; the last fallback: " + failure(last).message();
      failure = new Outcome.Failed(failure.errorKind(), both);
    } else if (first.reason() == ModelException.Reason.TOO_LONG) {
      return steps.tooLong(step, String.valueOf(first.getMessage()), failure);
    }
    List<String> models = models(ask.context().settings());
    String model = models.get(fallbacks.getOrDefault(step.activation(), 0));
    return steps.failed(step, failure, model, Objects.requireNonNull(lost.get()));
  }

  private Completion complete(
      Step step, State.Ask ask, CompletionRequest request, Consumer<Usage> lost)
      throws InterruptedException {
    return gateway.complete(
        new CallKey(step.activation(), step.fence(), Integer.toString(step.number())),
        request,
        new Caller(
            step.agent().toString(),
            ask.stream()::note,
            lost,
            ask.recording(),
            ask.stream().files()),
        text -> {
          ask.recording().text();
          ask.stream().delta(text);
          CrashPoint.at("answer-begun");
        },
        ask.stream()::current);
  }

  private static Outcome.Failed failure(ModelException failure) {
    String title = String.valueOf(failure.getMessage());
    Outcome.ErrorKind kind =
        switch (failure.kind()) {
          case TRANSIENT -> Outcome.ErrorKind.TRANSIENT;
          case PERMANENT -> Outcome.ErrorKind.PERMANENT;
        };
    String message = failure.remedy().isEmpty() ? title : title + ". " + failure.remedy();
    return new Outcome.Failed(kind, message);
  }

  /** Ends the model's answer to a turn with its text so far. */
  void interrupt(String activation) {
    gateway.interrupt(activation);
  }

  /** Cancels and forgets a turn that is over. */
  void forget(String activation) {
    asked.remove(activation);
    fallbacks.remove(activation);
    gateway.forget(activation);
    steps.forget(activation);
  }
}
