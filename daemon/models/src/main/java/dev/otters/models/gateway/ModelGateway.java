package dev.otters.models.gateway;

import dev.otters.protocol.Answer;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The one way from a turn to a model. A completion belongs to its turn and not to the connection
 * that asked for it: asked again under the same key, while it runs or after it ended, it is the
 * same one and is paid for once. After a restart of the daemon it is asked anew.
 */
public final class ModelGateway implements AutoCloseable {
  private final Providers providers;
  private final Map<CallKey, RunningCall> calls = new ConcurrentHashMap<>();
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
   * @throws ModelException if there is no answer; asked again, the model is asked again
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
            key,
            (same, known) ->
                known == null || known.failed()
                    ? new RunningCall(provider, inner, caller, deltas)
                    : known);
    boolean pointless = !wanted.getAsBoolean();
    if (pointless) {
      calls.remove(key, call);
    }
    if (pointless || interrupted.contains(key.activation())) {
      call.cancel();
    }
    call.start();
    return call.await();
  }

  /**
   * Ends the completions of a turn, and every later one at its start, with the text that came so
   * far.
   */
  public void interrupt(String activation) {
    interrupted.add(activation);
    cancel(activation);
  }

  /** Ends the completions of a turn's attempt and forgets them. */
  public void forget(String activation) {
    cancel(activation);
    calls.keySet().removeIf(key -> key.activation().equals(activation));
    interrupted.remove(activation);
  }

  private void cancel(String activation) {
    calls.forEach(
        (key, call) -> {
          if (key.activation().equals(activation)) {
            call.cancel();
          }
        });
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
