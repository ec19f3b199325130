package dev.otters.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.otters.agents.create.UsualModel.Choice;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.model.ModelList;
import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelException;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.gateway.Providers;
import dev.otters.models.price.ModelSize;
import dev.otters.models.price.Prices;
import dev.otters.models.provider.ModelOffers;
import dev.otters.models.weights.CatalogueEntry;
import dev.otters.models.weights.LocalModel;
import dev.otters.models.weights.LocalModels;
import dev.otters.models.weights.Source;
import dev.otters.oci.Digest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class UsualModelsTest {
  private static final Digest DIGEST = Digest.of(new byte[0]);
  private static final Optional<String> NONE = Optional.empty();

  /** Is a provider that offers one model, fails, or never answers. */
  private record Played(String name, String offer) implements Provider {
    @Override
    public void check(String model) {}

    @Override
    public List<ModelOffer> models() throws InterruptedException {
      switch (offer) {
        case "fails" -> throw ModelException.permanent("the key is wrong");
        case "stalls" -> new CountDownLatch(1).await();
        default -> {}
      }
      return List.of(new ModelOffer(offer, ModelSize.of(7), ""));
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text) {
      throw ModelException.permanent("it is played");
    }
  }

  private static LocalModels local(String... installed) {
    List<LocalModel> models =
        Stream.of(installed)
            .map(name -> new LocalModel(name, Path.of("/x"), 1, DIGEST, 512, false))
            .toList();
    return new LocalModels() {
      @Override
      public Optional<LocalModel> find(String name) {
        return models.stream().filter(model -> model.name().equals(name)).findFirst();
      }

      @Override
      public List<LocalModel> installed() {
        return models;
      }

      @Override
      public List<CatalogueEntry> catalogue() {
        List<Source> sources = List.of(new Source.Web(URI.create("https://h/x")));
        return List.of(
            new CatalogueEntry(
                "tiny", "A tiny one", 98_000_000, DIGEST, "MIT", 512, true, sources));
      }
    };
  }

  private static Providers providers(Played... more) {
    return Providers.of(
        Stream.concat(Stream.of(new Played("scripted", "guide")), Stream.of(more))
            .toArray(Provider[]::new));
  }

  private static String missing(LocalModels models, Providers providers) {
    UsualModels usual = new UsualModels(NONE, models, providers);
    List<String> detail = new ArrayList<>();
    assertThatThrownBy(usual::choose)
        .isInstanceOfSatisfying(
            ApiException.class,
            e -> {
              assertThat(e.problem().code()).isEqualTo(ErrorCode.MODEL_MISSING);
              detail.add(String.valueOf(e.problem().detail()));
            });
    return detail.getFirst();
  }

  @Test
  void whatTheOperatorConfiguredIsTaken() {
    assertThat(new UsualModels(Optional.of("a/b"), local("tiny"), providers()).choose())
        .isEqualTo(new Choice("a/b", "the default-model of ottersd.yaml"));
  }

  @Test
  void theOnlyModelOnTheMachineIsTaken() {
    assertThat(new UsualModels(NONE, local("tiny"), providers()).choose().model())
        .isEqualTo("local/tiny");
  }

  @Test
  void withNothingOrWithAChoiceTheWaysAreNamed() {
    assertThat(missing(local(), providers()))
        .contains(
            "otters model pull tiny, then --model local/tiny  (98 MB; A tiny one)",
            "otters provider add",
            "--model scripted/SCRIPT");
    assertThat(missing(local("tiny", "mine"), providers()))
        .contains("--model local/tiny", "--model local/mine")
        .doesNotContain("otters model pull");
    assertThat(missing(local("tiny"), providers(new Played("ollama", "x"))))
        .contains("--model local/tiny", "--model ollama/…")
        .doesNotContain("otters provider add");
  }

  @Test
  void oneProviderThatCannotBeAskedHidesNoOther() {
    Providers providers =
        providers(
            new Played("good", "one"),
            new Played("bad", "fails"),
            new Played("slow", "stalls"),
            new Played("local", "hidden"));
    ModelList list =
        new ModelOffers(providers, Prices.NONE, Duration.ofMillis(300)).after(List.of());
    assertThat(list.models())
        .extracting(model -> model.provider() + "/" + model.name())
        .containsExactly("good/one", "scripted/guide");
    assertThat(list.notes())
        .hasSize(2)
        .anyMatch(note -> note.equals("bad cannot list its models: the key is wrong"))
        .anyMatch(note -> note.startsWith("slow did not list its models"));
  }
}
