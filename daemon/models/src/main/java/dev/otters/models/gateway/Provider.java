package dev.otters.models.gateway;

import dev.otters.models.chat.Completion;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * A source of models, configured in the daemon under a name. Safe for use by many threads.
 *
 * <p>Interrupting the thread of a completion cancels it: it throws {@link InterruptedException}
 * within a second. The text passed on before remains valid.
 */
public interface Provider {
  /** Returns the name, which stands before the slash of a MODEL. */
  String name();

  /**
   * Checks that a model can be used, as far as that is free of charge.
   *
   * @throws ModelException if it cannot
   */
  void check(String model);

  /**
   * Returns the models that are offered now, in display order. May ask the vendor.
   *
   * @throws ModelException if the vendor does not respond
   * @throws InterruptedException if the thread is interrupted
   */
  List<ModelOffer> models() throws InterruptedException;

  /** Returns the context of a model in tokens; empty if it is unknown. Never asks the vendor. */
  default OptionalInt contextSize(String model) {
    return OptionalInt.empty();
  }

  /** Returns whether models may take images and PDFs. Only the vendor knows which ones do. */
  default boolean takesFiles() {
    return false;
  }

  /**
   * Returns whether the provider brings the schema of a request to the model by itself. Others get
   * it as an instruction.
   */
  default boolean takesSchemas() {
    return false;
  }

  /**
   * Asks a model and waits for the complete answer.
   *
   * @param caller the agent that asks
   * @param text receives the pieces of the answer's text as they arrive
   * @throws ModelException if there is no answer
   * @throws InterruptedException if the thread is interrupted
   */
  Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
      throws InterruptedException;

  /** Asks a model for an unknown caller. */
  default Completion complete(CompletionRequest request, Consumer<String> text)
      throws InterruptedException {
    return complete(request, Caller.UNKNOWN, text);
  }
}
