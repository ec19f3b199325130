package dev.otters.models.gateway;

import dev.otters.protocol.Answer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one way from a turn to a model. A completion belongs to its turn and not to the connection
 * that asked for it: asked again under the same key, while it runs or after it ended, it is the
 * same one and is paid for once. After a restart of the daemon it is asked anew.
 *
 * <p>Each turn has one completion: the one that runs, or the last one with its answer. Its request
 * is dropped as soon as it ends.
 */
public final class ModelGateway implements AutoCloseable {
  private final Providers providers;
  private final Map<String, RunningCall> calls = new ConcurrentHashMap<>();
  private final Set<String> interrupted = ConcurrentHashMap.newKeySet();

  /** Makes a gateway to these providers, which are looked up anew for each completion. */
  public ModelGateway(Providers providers) {
    this.providers = providers;
  }

  /** Returns the providers, those of now at each call of them. */
  public Providers providers() {
    return providers;
  }

  /**
   * Checks, as far as that costs nothing, that a model can be asked.
   *
   * @param model {@code provider/model}
   * @throws ModelException if it cannot, with the providers that there are
   */
  public void check(String model) {
    ModelRef ref = ModelRef.parse(model);
    provider(ref).check(ref.model());
  }

  /**
   * Asks a model, or joins or repeats the same completion.
   *
   * @param request its model is {@code provider/model}
   * @param caller for whom; in the first asking only
   * @param deltas takes the text as it comes, in the first asking only
   * @param wanted says whether the turn still runs; it is asked once the completion can be
   *     cancelled
   * @throws ModelException if there is no answer, or another completion of the same attempt still
   *     runs; asked again, the model is asked again
   * @throws InterruptedException if the waiting thread is interrupted; the completion goes on
   */
  public Answer.Completion complete(
      CallKey key,
      CompletionRequest request,
      Caller caller,
      Consumer<String> deltas,
      BooleanSupplier wanted)
      throws InterruptedException {
    ModelRef ref = ModelRef.parse(request.model());
    Provider provider = provider(ref);
    CompletionRequest inner =
        new CompletionRequest(ref.model(), request.messages(), request.tools(), request.options());
    RunningCall call =
        calls.compute(
            key.activation(),
            (turn, last) ->
                last != null && isSame(key, last)
                    ? last
                    : new RunningCall(key, provider, inner, caller, deltas));
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

  /**
   * Ends the completion of a turn, and every later one at its start, with the text that came so
   * far.
   */
  public void interrupt(String activation) {
    interrupted.add(activation);
    cancel(calls.get(activation));
  }

  /** Ends the completion of a turn's attempt and forgets it. */
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

  /** Ends every completion. */
  @Override
  public void close() {
    calls.values().forEach(RunningCall::cancel);
  }
}
