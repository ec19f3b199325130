package dev.otters.models.provider;

import dev.otters.api.Problem;
import dev.otters.api.model.ProviderTestResult;
import dev.otters.models.chat.ChatMessage;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Checks a provider: asks for its models, and asks one model for one word. If neither the operator
 * nor the vendor names exactly one model, the list alone proves the address and the key.
 *
 * @param chosen the models that the operator allows; empty for all
 * @param patience the deadline for the whole check
 */
record ProviderProbe(Provider provider, List<String> chosen, Duration patience) {
  private static final String QUESTION = "Reply with the one word: ready";
  private static final int LONGEST_ANSWER = 200;

  /**
   * Runs the check.
   *
   * @param wanted the model to ask; empty to choose one
   * @throws ModelException if there is no answer
   * @throws InterruptedException if the thread is interrupted
   */
  ProviderTestResult run(Optional<String> wanted) throws InterruptedException {
    return within(asking(wanted));
  }

  /**
   * Asks for the models only.
   *
   * @return empty
   * @throws ModelException if the vendor does not respond
   * @throws InterruptedException if the thread is interrupted
   */
  Optional<Problem> reach() throws InterruptedException {
    return within(
        () -> {
          List<String> unused = offers(!chosen.isEmpty());
          return Optional.empty();
        });
  }

  private <T> T within(Callable<T> work) throws InterruptedException {
    try (ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<T> result = thread.submit(work);
      try {
        return result.get(patience.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException e) {
        throw ModelException.transientFailure(
            Reason.STALLED,
            "the provider '%s' did not respond within %d s"
                .formatted(provider.name(), patience.toSeconds()),
            "Try again: a model that must be loaded first takes longer.",
            Optional.empty());
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new IllegalStateException("the provider failed: " + e.getCause(), e.getCause());
      } finally {
        result.cancel(true);
      }
    }
  }

  private Callable<ProviderTestResult> asking(Optional<String> wanted) {
    return () -> {
      wanted.ifPresent(provider::check);
      long begun = System.nanoTime();
      List<String> offers = offers(wanted.isPresent() || !chosen.isEmpty());
      long listed = millis(begun);
      Optional<String> model =
          wanted
              .or(() -> chosen.stream().findFirst())
              .or(() -> offers.size() == 1 ? Optional.of(offers.getFirst()) : Optional.empty());
      return model.isEmpty()
          ? new ProviderTestResult(provider.name(), offers, listed, null, null, 0, 0, 0, 0)
          : asked(model.get(), offers, listed);
    };
  }

  /** Returns the offered models. Some servers have no list; a named model does not need it. */
  private List<String> offers(boolean optional) throws InterruptedException {
    try {
      return provider.models().stream().map(ModelOffer::name).toList();
    } catch (ModelException e) {
      boolean noList =
          e.reason() == Reason.BAD_REQUEST
              || e.reason() == Reason.MODEL_UNKNOWN
              || e.reason() == Reason.BROKEN_ANSWER;
      if (optional && noList) {
        return List.of();
      }
      throw e;
    }
  }

  private ProviderTestResult asked(String model, List<String> offers, long listed)
      throws InterruptedException {
    CompletionRequest request =
        new CompletionRequest(
            model, List.of(new ChatMessage.User(QUESTION)), List.of(), Map.of("max-tokens", "64"));
    long begun = System.nanoTime();
    AtomicLong first = new AtomicLong();
    Completion answer =
        provider.complete(request, piece -> first.compareAndSet(0, Math.max(1, millis(begun))));
    String text = answer.text().strip();
    return new ProviderTestResult(
        provider.name(),
        offers,
        listed,
        model,
        text.length() > LONGEST_ANSWER ? text.substring(0, LONGEST_ANSWER) + "…" : text,
        first.get(),
        millis(begun),
        answer.usage().inputTokens(),
        answer.usage().outputTokens());
  }

  private static long millis(long since) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
  }
}
