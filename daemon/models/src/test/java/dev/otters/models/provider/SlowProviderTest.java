package dev.otters.models.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.api.model.ModelList;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelException.Reason;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import dev.otters.models.price.Prices;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A vendor that never answers delays nobody for longer than was allowed. */
@Timeout(60)
class SlowProviderTest {
  private static final Duration SHORT = Duration.ofMillis(50);

  /** Waits until it is interrupted. */
  private static final class Silent implements Provider {
    private final CountDownLatch interrupted = new CountDownLatch(1);

    @Override
    public String name() {
      return "silent";
    }

    @Override
    public void check(String model) {}

    @Override
    public List<ModelOffer> models() throws InterruptedException {
      try {
        new CountDownLatch(1).await();
        return List.of();
      } catch (InterruptedException e) {
        interrupted.countDown();
        throw e;
      }
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text) {
      throw new IllegalStateException("not asked");
    }
  }

  private final Silent silent = new Silent();

  private void assertStopped() throws InterruptedException {
    assertThat(silent.interrupted.await(30, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void aCheckEndsInTime() throws Exception {
    ProviderProbe probe = new ProviderProbe(silent, List.of(), SHORT);
    assertThatThrownBy(() -> probe.run(Optional.empty()))
        .isInstanceOfSatisfying(
            ModelException.class, e -> assertThat(e.reason()).isEqualTo(Reason.STALLED));
    assertStopped();
  }

  @Test
  void aListNamesWhoDidNotAnswer() throws Exception {
    ModelList list = new ModelOffers(Providers.of(silent), Prices.NONE, SHORT).after(List.of());
    assertThat(list.models()).isEmpty();
    assertThat(list.notes())
        .singleElement()
        .asString()
        .startsWith("silent did not list its models");
    assertStopped();
  }
}
