package dev.otters.models.provider;

import dev.otters.api.model.ModelList;
import dev.otters.api.model.ModelSummary;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import dev.otters.models.price.ModelSize;
import dev.otters.models.price.Price;
import dev.otters.models.price.Prices;
import dev.otters.models.weights.LocalModels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks all providers except the local one for their models, at the same time.
 *
 * @param prices the prices of the models, and the sizes that providers do not report
 * @param patience the time to wait for the slowest
 */
public record ModelOffers(Providers providers, Prices prices, Duration patience) {
  /** Prices are in millionths. */
  private static final long NANOS = 1000;

  /** Asks these providers, and waits at most 8 seconds. */
  public ModelOffers(Providers providers, Prices prices) {
    this(providers, prices, Duration.ofSeconds(8));
  }

  /**
   * Returns the local models and then those that the other providers offer, with a note about each
   * provider that did not answer.
   */
  public ModelList after(List<ModelSummary> local) {
    List<ModelSummary> all = new ArrayList<>(local.stream().map(this::complete).toList());
    List<String> notes = new ArrayList<>();
    Map<String, FutureTask<List<ModelSummary>>> asked = new LinkedHashMap<>();
    List<Thread> threads = new ArrayList<>();
    for (String name : providers.names()) {
      if (!name.equals(LocalModels.PROVIDER)) {
        FutureTask<List<ModelSummary>> task = new FutureTask<>(() -> offers(name));
        asked.put(name, task);
        threads.add(Thread.ofVirtual().name("offers-" + name).start(task));
      }
    }
    long end = System.nanoTime() + patience.toNanos();
    asked.forEach((name, task) -> take(name, task, end, all, notes));
    threads.forEach(Thread::interrupt);
    return new ModelList(all, notes);
  }

  private void take(
      String name,
      FutureTask<List<ModelSummary>> task,
      long end,
      List<ModelSummary> all,
      List<String> notes) {
    try {
      all.addAll(task.get(Math.max(0, end - System.nanoTime()), TimeUnit.NANOSECONDS));
    } catch (TimeoutException e) {
      notes.add(name + " did not list its models within " + patience.toSeconds() + " seconds");
    } catch (ExecutionException e) {
      notes.add(name + " cannot list its models: " + reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      notes.add(name + " was not asked: the daemon is stopping");
    }
  }

  private static String reason(ExecutionException e) {
    return e.getCause() instanceof ModelException cause
        ? String.valueOf(cause.getMessage())
        : String.valueOf(e.getCause());
  }

  private List<ModelSummary> offers(String name) throws InterruptedException {
    Optional<Provider> provider = providers.find(name);
    if (provider.isEmpty()) {
      return List.of();
    }
    return provider.get().models().stream().map(offer -> complete(summary(name, offer))).toList();
  }

  private static ModelSummary summary(String provider, ModelOffer offer) {
    return new ModelSummary(
        offer.name(),
        provider,
        offer.note().isEmpty() ? null : offer.note(),
        0,
        null,
        offer.size().context().orElse(0),
        offer.size().maxOutput().orElse(0),
        "offered",
        true,
        null,
        null,
        null);
  }

  /** Adds the price, and the size that the operator or the release knows. */
  private ModelSummary complete(ModelSummary model) {
    String name = model.provider() + "/" + model.name();
    ModelSize size =
        prices.size(name, new ModelSize(known(model.context()), known(model.maxOutput())));
    Optional<Price> price = prices.of(name);
    return model.with(
        size.context().orElse(0),
        size.maxOutput().orElse(0),
        price.map(it -> it.input() * NANOS).orElse(null),
        price.map(it -> it.output() * NANOS).orElse(null));
  }

  private static Optional<Integer> known(int tokens) {
    return Optional.of(tokens).filter(count -> count > 0);
  }
}
