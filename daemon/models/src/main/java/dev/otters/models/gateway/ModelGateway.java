package dev.otters.models.gateway;

import dev.otters.models.chat.Completion;
import dev.otters.models.price.ModelSize;
import dev.otters.models.price.Prices;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends the completions of turns to their providers. A completion belongs to its turn, not to the
 * connection that asked for it: a second request with the same key joins the completion or returns
 * its answer, so it is paid for once. A restart of the daemon loses it; what a vendor sent is in
 * the {@link Spool} then.
 *
 * <p>A turn has one completion at a time, and keeps the answer of the last one. The gateway drops
 * the request as soon as the completion ends.
 */
public final class ModelGateway implements AutoCloseable {
  private final Providers providers;
  private final Prices prices;
  private final Map<String, RunningCall> calls = new ConcurrentHashMap<>();
  private final GatewayMeter meter = new GatewayMeter();
  private final Set<String> interrupted = ConcurrentHashMap.newKeySet();

  /** Creates a gateway that knows only the sizes of models that their providers report. */
  public ModelGateway(Providers providers) {
    this(providers, Prices.NONE);
  }

  /** Creates a gateway that looks up a provider for each completion. */
  public ModelGateway(Providers providers, Prices prices) {
    this.providers = providers;
    this.prices = prices;
  }

  /** Returns the providers, which may change at any time. */
  public Providers providers() {
    return providers;
  }

  /** Returns the counts of requests. */
  public GatewayMeter meter() {
    return meter;
  }

  /**
   * Checks that a model can be used, as far as that is free of charge.
   *
   * @param model {@code provider/model}
   * @throws ModelException if it cannot; the message names the configured providers
   */
  public void check(String model) {
    ModelRef ref = ModelRef.parse(model);
    provider(ref).check(ref.model());
  }

  /** Returns whether a model may take images and PDFs; true also if it cannot be used at all. */
  public boolean takesFiles(String model) {
    try {
      return provider(ModelRef.parse(model)).takesFiles();
    } catch (ModelException _) {
      return true;
    }
  }

  /**
   * Returns the context of a model in tokens; empty if it is not known without asking the vendor.
   */
  public OptionalInt contextSize(String model) {
    try {
      ModelRef ref = ModelRef.parse(model);
      OptionalInt reported = provider(ref).contextSize(ref.model());
      ModelSize size = reported.isPresent() ? ModelSize.of(reported.getAsInt()) : ModelSize.UNKNOWN;
      return prices.size(model, size).context().stream().mapToInt(it -> it).findFirst();
    } catch (ModelException _) {
      return OptionalInt.empty();
    }
  }

  /**
   * Returns the answer of a completion, which is started unless the turn has it already.
   *
   * @param request the request; its model has the form {@code provider/model}
   * @param caller the agent; ignored unless the completion is started
   * @param deltas receives the text as it arrives; ignored unless the completion is started
   * @param wanted returns whether the turn still runs; called once the completion can be cancelled
   * @throws ModelException if the completion fails, or another one of the same attempt still runs.
   *     A retry asks the model again
   * @throws InterruptedException if the waiting thread is interrupted; the completion continues
   */
  public Completion complete(
      CallKey key,
      CompletionRequest request,
      Caller caller,
      Consumer<String> deltas,
      BooleanSupplier wanted)
      throws InterruptedException {
    ModelRef ref = ModelRef.parse(request.model());
    Provider provider = provider(ref);
    CompletionRequest named = request.within(ref.model());
    CompletionRequest inner = provider.takesSchemas() ? named : named.instructed();
    if (inner.hasFiles() && !provider.takesFiles()) {
      throw ModelException.permanent(
          ModelException.Reason.BAD_REQUEST,
          "the model " + ref + " takes no images and no PDF files",
          "Begin another session for it.");
    }
    RunningCall call =
        calls.compute(
            key.activation(),
            (turn, last) ->
                last != null && isSame(key, last)
                    ? last
                    : new RunningCall(key, provider, inner, caller, deltas)
                        .counted(meter, ref.provider()));
    boolean pointless = !wanted.getAsBoolean();
    if (pointless) {
      calls.remove(key.activation(), call);
    }
    if (pointless || interrupted.contains(key.activation())) {
      call.cancel();
    }
    call.start();
    return call.await();
  }

  /**
   * Returns whether the last completion of a turn answers a call.
   *
   * @throws ModelException if it still runs and answers another call of the same attempt
   */
  private static boolean isSame(CallKey key, RunningCall last) {
    if (last.key().equals(key)) {
      return !last.hasFailed();
    }
    if (!last.isDone()) {
      if (last.key().fence() >= key.fence()) {
        throw ModelException.permanent(
            ModelException.Reason.BAD_REQUEST,
            "the turn asked for a completion while another one was running",
            "Report this: the runtime waits for one answer at a time.");
      }
      last.cancel();
    }
    return false;
  }

  /** Ends the completion of a turn with its text so far, and every later one at its start. */
  public void interrupt(String activation) {
    interrupted.add(activation);
    cancel(calls.get(activation));
  }

  /** Cancels and forgets the completion of a turn. */
  public void forget(String activation) {
    cancel(calls.remove(activation));
    interrupted.remove(activation);
  }

  private static void cancel(@Nullable RunningCall call) {
    if (call != null) {
      call.cancel();
    }
  }

  private Provider provider(ModelRef ref) {
    return providers
        .find(ref.provider())
        .orElseThrow(
            () ->
                ModelException.permanent(
                    "unknown provider \"%s\" of the model %s; configured: %s"
                        .formatted(ref.provider(), ref, String.join(", ", providers.names()))));
  }

  /** Cancels every completion. */
  @Override
  public void close() {
    calls.values().forEach(RunningCall::cancel);
  }
}
