package dev.otters.models.provider.langchain4j;

import static java.util.stream.Collectors.toMap;

import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.price.ModelSize;
import dev.otters.models.provider.ProviderConfig;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A vendor, whose client is created with the first request. */
final class ChatProvider implements Provider {
  private final ProviderConfig config;
  private final Address address;
  private final BiFunction<ProviderConfig, Address, Dialect> dialect;
  private @Nullable Vendor vendor;
  private volatile Map<String, Integer> contexts = Map.of();

  ChatProvider(
      ProviderConfig config,
      Address address,
      BiFunction<ProviderConfig, Address, Dialect> dialect) {
    this.config = config;
    this.address = address;
    this.dialect = dialect;
  }

  @Override
  public String name() {
    return config.name();
  }

  /** Accepts every model: only the vendor knows its models. */
  @Override
  public void check(String model) {}

  @Override
  public List<ModelOffer> models() throws InterruptedException {
    return config.models().isEmpty()
        ? offered()
        : config.models().stream()
            .map(model -> new ModelOffer(model, ModelSize.UNKNOWN, ""))
            .toList();
  }

  private List<ModelOffer> offered() throws InterruptedException {
    List<ModelOffer> offers = vendor().models();
    contexts =
        offers.stream()
            .filter(offer -> offer.size().context().isPresent())
            .collect(
                toMap(ModelOffer::name, offer -> offer.size().context().orElseThrow(), Math::min));
    return offers;
  }

  /** Returns what the vendor said when it last listed its models. */
  @Override
  public OptionalInt contextSize(String model) {
    Integer size = contexts.get(model);
    return size == null ? OptionalInt.empty() : OptionalInt.of(size);
  }

  @Override
  public boolean takesFiles() {
    return true;
  }

  @Override
  public boolean takesSchemas() {
    return true;
  }

  @Override
  public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text)
      throws InterruptedException {
    return vendor().complete(request, caller, text);
  }

  private synchronized Vendor vendor() {
    if (vendor == null) {
      vendor = new Vendor(config, address, dialect.apply(config, address));
    }
    return vendor;
  }
}
