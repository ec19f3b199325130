package dev.otters.sessions;

import dev.otters.home.store.Rows;
import dev.otters.home.store.StoreException;
import dev.otters.home.store.Tx;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.ToolSchema;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Spool;
import dev.otters.protocol.Answer;
import dev.otters.protocol.Event;
import dev.otters.protocol.EventBody;
import dev.otters.protocol.Outcome;
import dev.otters.protocol.ToolCall;
import dev.otters.sessions.conversation.Contexts;
import dev.otters.sessions.conversation.LastStep;
import dev.otters.sessions.conversation.OpenConversations;
import dev.otters.sessions.conversation.PastStep;
import dev.otters.sessions.conversation.Prompts;
import dev.otters.sessions.conversation.Summaries;
import dev.otters.sessions.conversation.Transcripts;
import dev.otters.sessions.conversation.TurnContext;
import dev.otters.sessions.conversation.Windows;
import dev.otters.sessions.log.ActivationRow;
import dev.otters.sessions.log.SessionException;
import dev.otters.sessions.running.Step;
import dev.otters.sessions.trace.Recording;
import dev.otters.sessions.trace.Trace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The steps of turns: what to ask the model next, and what it answered. An answer is in the log
 * before anyone learns of it, so no step is paid for twice. Thread-safe.
 */
public final class TurnSteps {
  /**
   * The limit on completions of a turn, as a multiple of those of one attempt. The turn then ends
   * as answered: one that fails would come back with the next message.
   */
  private static final long MAX_ATTEMPTS = 10;

  private static final String TRACE = "trace";

  private final Ledger ledger;
  private final TurnService turns;
  private final Proposals proposals;
  private final CallGate gate;
  private final OpenConversations conversations =
      new OpenConversations(Runtime.getRuntime().maxMemory() / 16);

  TurnSteps(
      Ledger ledger,
      TurnService turns,
      Approvals approvals,
      CustomCalls customs,
      Wakes wakes,
      AgentDirectory directory) {
    this.ledger = ledger;
    this.turns = turns;
    this.proposals = new Proposals(ledger, turns);
    this.gate = new CallGate(ledger, conversations, turns, approvals, customs, wakes, directory);
  }

  /** The state of a step, as the log has it. */
  public sealed interface State {
    /** The step has its answer. */
    record Known(Answer.Next next) implements State {}

    /**
     * The request takes more memory than the caller has.
     *
     * @param size about how many bytes the request takes
     */
    record Large(long size) implements State {}

    /**
     * The model must be asked.
     *
     * @param messages the whole prompt, the system prompt first
     * @param schema the JSON Schema that the answer must match; empty for any text
     * @param recording receives what is sent to the model
     */
    record Ask(
        TurnContext context,
        List<ChatMessage> messages,
        List<ToolSchema> tools,
        Optional<String> schema,
        CompletionStream stream,
        Recording recording)
        implements State {}

    /**
     * The model must summarize earlier turns before it is asked.
     *
     * @param messages the whole prompt
     */
    record Summarize(
        TurnContext context,
        List<ChatMessage> messages,
        CompletionStream stream,
        Recording recording)
        implements State {}
  }

  /**
   * Returns the state of a step. Ends the turn if it was stopped, has used up its completions, or
   * cannot be read.
   *
   * @param most the greatest size of a request in bytes that the caller has memory for
   * @throws SessionException with {@code STALE_FENCE} if the caller does not hold the turn, or with
   *     {@code INVALID} if the step is not the next one or results are missing
   */
  public State open(Step step, long most) {
    try {
      Supplier<State> state = ledger.database().read(rows -> open(rows, step, most));
      return state.get();
    } catch (SessionException e) {
      throw e;
    } catch (StoreException e) {
      return fail(step, TurnService.kind(e.reason()), e);
    } catch (RuntimeException e) {
      return fail(step, Outcome.ErrorKind.PERMANENT, e);
    }
  }

  /** Reads the state; what it supplies may write. */
  private Supplier<State> open(Rows rows, Step step, long most) {
    Optional<ActivationRow> found =
        ledger.activations().find(rows, step.agent(), step.activation());
    Optional<Outcome.Kind> over = found.flatMap(turn -> over(turn, step));
    if (over.isPresent()) {
      return () -> new State.Known(new Answer.Over(over.get()));
    }
    ActivationRow turn =
        found
            .filter(it -> it.leasedWith(step.fence()))
            .orElseThrow(() -> SessionException.stale(step.activation(), step.fence()));
    OpenConversations.Conversation conversation = conversations.take(rows, turn);
    long size = OpenConversations.size(rows, turn, conversation);
    if (size > most) {
      conversations.giveBack(turn, conversation);
      return () -> new State.Large(size);
    }
    return open(rows, step, turn, conversation, most);
  }

  private Supplier<State> open(
      Rows rows,
      Step step,
      ActivationRow turn,
      OpenConversations.Conversation conversation,
      long memory) {
    Contexts.Loaded loaded = conversation.loaded();
    TurnContext context = loaded.context();
    CompletionStream stream = new CompletionStream(ledger, turn);
    if (context.window().due() && !turn.interrupted()) {
      List<ChatMessage> request = Summaries.request(rows, turn, context.window());
      Recording recording = Compaction.recording(ledger, step, context);
      return () -> new State.Summarize(context, request, stream, recording);
    }
    Optional<Supplier<Optional<Outcome>>> verdict =
        proposals.verdict(rows, step, turn, loaded.schema());
    if (verdict.isPresent()) {
      return () ->
          verdict.get().get().<State>map(it -> end(step, it)).orElseGet(() -> open(step, memory));
    }
    Transcripts.Transcript read = conversations.read(rows, turn, conversation);
    LastStep whole = read.last();
    Set<String> gated = CallGate.closed(rows, turn, whole, loaded);
    LastStep last = whole.without(gated);
    if (last.number() == step.number() && last.number() > 0) {
      return () -> new State.Known(new Answer.Run(last.calls()));
    }
    last.requireNext(step.number());
    if (turn.interrupted()) {
      return () -> end(step, new Outcome.Interrupted(""));
    }
    if (whole.open().stream().anyMatch(gated::contains)) {
      return () -> gate.pause(step) ? new State.Known(new Answer.Paused()) : open(step, memory);
    }
    int most = context.settings().maxIterations();
    if (step.number() > most || Spent.count(rows, turn) >= MAX_ATTEMPTS * most) {
      String text = Prompts.outOfSteps(last.text(), most);
      return () -> end(step, Proposals.ended(loaded.schema(), text));
    }
    List<ChatMessage> messages =
        Prompts.messages(loaded.systemPrompt(), read.messages(), context.window().note());
    Spool spool = ledger.spools().of(step);
    Recording recording =
        ledger.traces().begin(step.eventId(TRACE), step.agent(), context.settings(), spool);
    return () ->
        new State.Ask(context, messages, loaded.tools(), loaded.schema(), stream, recording);
  }

  /** Returns how the attempt ended, if its end is stored. */
  private static Optional<Outcome.Kind> over(ActivationRow turn, Step step) {
    return turn.ackedFence() == step.fence() && step.fence() > 0
        ? Optional.of(turn.ackedOutcome().orElse(Outcome.Kind.FAILED))
        : Optional.empty();
  }

  /**
   * Stores what the model answered to a step.
   *
   * @return the tool calls that the runtime runs, or the end of the turn
   * @throws SessionException with {@code STALE_FENCE} if the turn is over or goes on elsewhere
   */
  public Answer.Next record(Step step, String model, Completion completion) {
    return paid(step, model, completion, receipt -> record(step, model, completion, receipt));
  }

  private Answer.Next paid(
      Step step, String model, Completion completion, Function<Receipt, Answer.Next> store) {
    boolean counts = ledger.spools().counts(step);
    Spent spent = spent(step, model, counts ? completion.usage() : Usage.NONE);
    Receipt receipt = new Receipt(step.number(), Optional.of(spent), traces(step));
    try {
      return store.apply(receipt);
    } catch (SessionException e) {
      if (!spent.usage().equals(Usage.NONE) && counts) {
        turns.late(step.agent(), step.activation(), step.fence(), receipt.unused());
      }
      throw e;
    }
  }

  /** Stores an answer to a step with a schema. Returns no calls if it does not match. */
  public Answer.Next propose(Step step, String model, Completion completion) {
    if (!Proposals.isAnswer(completion)) {
      return record(step, model, completion);
    }
    Answer.Next stored = paid(step, model, completion, it -> proposals.save(step, completion, it));
    return open(step, Long.MAX_VALUE) instanceof State.Known(Answer.Next next) ? next : stored;
  }

  /** Returns the store for summaries. */
  public Compaction compaction() {
    return new Compaction(ledger, turns);
  }

  private Spent spent(Step step, String model, Usage usage) {
    return new Spent(step.number(), model, usage, ledger.cost(model, usage));
  }

  private List<Trace> traces(Step step) {
    return ledger.traces().end(step.eventId(TRACE), step.agent());
  }

  private Answer.Next record(Step step, String model, Completion completion, Receipt receipt) {
    if (completion.stopReason() == StopReason.INTERRUPTED) {
      ledger.requireInterrupted(step.agent(), step.activation(), step.fence());
      return over(step, new Outcome.Interrupted(completion.text()), receipt);
    }
    if (completion.toolCalls().isEmpty() || completion.stopReason() == StopReason.REFUSED) {
      return over(step, new Outcome.Answered(Prompts.shown(completion)), receipt);
    }
    List<ToolCall> calls = Calls.distinct(completion.toolCalls());
    if (!Calls.fit(calls)) {
      String why = "the model called tools with more input than the runtime can receive";
      return over(step, new Outcome.Failed(Outcome.ErrorKind.PERMANENT, why), receipt);
    }
    List<Event> events = new ArrayList<>();
    completion
        .thinking()
        .map(parts -> new EventBody.Thinking(step.number(), model, parts))
        .ifPresent(thinking -> events.add(step.event("thinking", thinking)));
    if (!completion.text().isBlank()) {
      events.add(step.event("text", new EventBody.AgentMessage(completion.text(), true)));
    }
    CallGate.Sorted sorted =
        turns.prepare(
            step.agent(), step.activation(), step.fence(), receipt, () -> gate.sort(step, calls));
    turns.write(
        step.agent(),
        step.activation(),
        step.fence(),
        receipt,
        (tx, turn) -> {
          turns.append(tx, turn, events);
          gate.store(tx, turn, step, sorted);
        });
    gate.stored(step, sorted);
    return new Answer.Run(sorted.open());
  }

  /**
   * Ends an attempt because the conversation is too long for the model. The next one sends half of
   * it, unless that makes no sense.
   *
   * @param why what the provider said, without a remedy
   * @param failure the end of the turn if it cannot be shorter
   */
  public Answer.Next tooLong(Step step, String why, Outcome.Failed failure) {
    Receipt receipt = new Receipt(step.number(), Optional.empty(), traces(step)).unused();
    return overOrLate(
        step,
        () -> {
          long fits = ledger.database().write(tx -> shrink(tx, step));
          String next = "%s. The next attempt sends at most %d KiB of it.";
          return fits == 0
              ? failure
              : new Outcome.Failed(Outcome.ErrorKind.TRANSIENT, next.formatted(why, fits / 1024));
        },
        receipt);
  }

  private long shrink(Tx tx, Step step) {
    ActivationRow turn = ledger.holder(tx, step.agent(), step.activation(), step.fence());
    return Windows.shrink(tx, turn, Contexts.load(tx, turn).context());
  }

  /**
   * Counts what an answer used that broke off before another model was asked.
   *
   * @param number the number of the model among those of the step, from 0
   */
  public void lost(Step step, int number, String model, Usage usage) {
    if (!usage.equals(Usage.NONE)) {
      int place = -(step.number() + (number + 1) * PastStep.MODELS);
      Optional<Long> cost = ledger.cost(model, usage);
      Spent spent = new Spent(place, model, usage, cost);
      Receipt receipt = new Receipt(place, Optional.of(spent), List.of());
      turns.late(step.agent(), step.activation(), step.fence(), receipt);
    }
  }

  /** Called when what became of a step is stored: its answers need not be kept any more. */
  public void stored(Step step) {
    ledger.spools().discard(step.activation());
  }

  /** Waits for the catalog of a turn, which its tools may read. */
  public void awaitCatalog(Step step) {
    ledger.catalog().await(step.activation());
  }

  /** Called when a step has ended, however it ended. */
  public void ended(Step step) {
    ledger.traces().drop(step.eventId(TRACE));
    compaction().drop(step);
  }

  /** Frees the memory of a turn that is over or goes on elsewhere. */
  public void forget(String activation) {
    conversations.forget(activation);
  }

  /**
   * Ends an attempt whose completion failed.
   *
   * @param lost the usage of an answer that broke off
   */
  public Answer.Next failed(Step step, Outcome.Failed failure, String model, Usage lost) {
    Optional<Spent> spent =
        Optional.of(lost)
            .filter(usage -> !usage.equals(Usage.NONE))
            .map(usage -> spent(step, model, usage));
    Receipt receipt = new Receipt(step.number(), spent, traces(step)).unused();
    return overOrLate(step, () -> failure, receipt);
  }

  /** Ends an attempt, or stores only its receipt if the turn is over or goes on elsewhere. */
  private Answer.Over overOrLate(Step step, Supplier<Outcome> outcome, Receipt receipt) {
    try {
      return over(step, outcome.get(), receipt);
    } catch (SessionException e) {
      turns.late(step.agent(), step.activation(), step.fence(), receipt);
      throw e;
    }
  }

  private State.Known fail(Step step, Outcome.ErrorKind kind, RuntimeException unreadable) {
    String why = "cannot read the session's log: " + unreadable.getMessage();
    return end(step, new Outcome.Failed(kind, why));
  }

  private State.Known end(Step step, Outcome outcome) {
    return new State.Known(over(step, outcome, Receipt.NONE));
  }

  private Answer.Over over(Step step, Outcome outcome, Receipt receipt) {
    turns.ack(step.agent(), step.activation(), step.fence(), outcome, receipt);
    return new Answer.Over(outcome.kind());
  }
}
