package dev.otters.models.gateway;

import dev.otters.protocol.Answer;
import java.util.List;
import java.util.function.Consumer;

/**
 * A vendor of models, configured in the daemon under a name. Used by many threads at once.
 *
 * <p>A completion is cancelled by interrupting its thread; it then ends within a second with an
 * {@link InterruptedException}. What it had passed on until then is kept.
 */
public interface Provider {
  /** Returns the name that stands before the slash of a MODEL. */
  String name();

  /**
   * Checks, as far as that costs nothing, that the model can be asked.
   *
   * @throws ModelException if it cannot
   */
  void check(String model);

  /**
   * Returns what it offers right now, in the order to show it; may ask the vendor.
   *
   * @throws ModelException if the vendor cannot be asked
   * @throws InterruptedException if the thread was interrupted
   */
  List<ModelOffer> models() throws InterruptedException;

  /**
   * Asks the model and waits for its whole answer.
   *
   * @param text takes each piece of text as it comes; the pieces together are the answer's text
   * @throws ModelException if there is no answer
   * @throws InterruptedException if the thread was interrupted
   */
  Answer.Completion complete(CompletionRequest request, Consumer<String> text)
      throws InterruptedException;

  /**
   * Asks the model for somebody, as {@link #complete(CompletionRequest, Consumer)}; of interest to
   * providers that let callers wait in line.
   */
  default Answer.Completion complete(
      CompletionRequest request, Caller caller, Consumer<String> text) throws InterruptedException {
    return complete(request, text);
  }
}
