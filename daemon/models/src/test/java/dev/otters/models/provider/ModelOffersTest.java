package dev.otters.models.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.otters.api.model.ModelSummary;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelGateway;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import dev.otters.models.price.ModelSize;
import dev.otters.models.price.PriceFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sizes and prices of models: in their list, and for the windows of turns. */
class ModelOffersTest {
  @TempDir private Path folder;
  private PriceFile prices;
  private Providers providers;

  /** Reports the context of one of its models. */
  private record Vendor(String name) implements Provider {
    @Override
    public void check(String model) {}

    @Override
    public List<ModelOffer> models() {
      return List.of(
          new ModelOffer("gpt-4o", ModelSize.UNKNOWN, ""),
          new ModelOffer("sized", ModelSize.of(9000), ""),
          new ModelOffer("unknown", ModelSize.UNKNOWN, ""));
    }

    @Override
    public OptionalInt contextSize(String model) {
      return model.equals("sized") ? OptionalInt.of(9000) : OptionalInt.empty();
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text) {
      throw new IllegalStateException("not asked");
    }
  }

  @BeforeEach
  void open() throws IOException {
    Path file = folder.resolve("prices.yaml");
    Files.writeString(file, "prices:\n  - {provider: work, model: sized, max-output: 500}\n");
    prices = new PriceFile(file, name -> Optional.of("openai").filter(_ -> name.equals("work")));
    providers = Providers.of(new Vendor("work"));
  }

  private static ModelSummary offered(String name, int context, int output, Long in, Long out) {
    return new ModelSummary(
        name, "work", null, 0, null, context, output, "offered", true, null, in, out);
  }

  @Test
  void aModelHasTheSizeAndThePriceThatItsProviderTheFileOrTheReleaseKnows() {
    assertThat(new ModelOffers(providers, prices).after(List.of()).models())
        .containsExactly(
            offered("gpt-4o", 128_000, 16_384, 2_500_000_000L, 10_000_000_000L),
            offered("sized", 9000, 500, null, null),
            offered("unknown", 0, 0, null, null));
  }

  @Test
  void aLocalModelKeepsTheSizeOfItsWeightsAndCostsNothing() {
    ModelSummary local =
        new ModelSummary(
            "tiny", "local", "Tiny", 7, "MIT", 8192, 0, "installed", true, "d", null, null);

    assertThat(new ModelOffers(Providers.of(), prices).after(List.of(local)).models())
        .containsExactly(local.with(8192, 0, 0L, 0L));
  }

  @Test
  void turnsHaveTheContextThatTheListShows() {
    try (ModelGateway gateway = new ModelGateway(providers, prices)) {
      for (ModelSummary model : new ModelOffers(providers, prices).after(List.of()).models()) {
        assertThat(gateway.contextSize("work/" + model.name()).orElse(0))
            .as(model.name())
            .isEqualTo(model.context());
      }
      assertThat(gateway.contextSize("nobody/gpt-4o")).isEmpty();
      assertThat(gateway.contextSize("gpt-4o")).isEmpty();
    }
  }
}
