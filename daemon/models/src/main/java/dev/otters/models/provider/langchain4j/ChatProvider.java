package dev.otters.models.provider.langchain4j;

import dev.otters.models.chat.Completion;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.provider.ProviderConfig;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A vendor, whose client is created with the first request. */
final class ChatProvider implements Provider {
  private final ProviderConfig config;
  private final Address address;
  private final BiFunction<ProviderConfig, Address, Dialect> dialect;
  private @Nullable Vendor vendor;

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
        ? vendor().models()
        : config.models().stream()
            .map(model -> new ModelOffer(model, Optional.empty(), ""))
            .toList();
  }

  @Override
  public Completion complete(CompletionRequest request, Consumer<String> text)
      throws InterruptedException {
    return vendor().complete(request, text);
  }

  private synchronized Vendor vendor() {
    if (vendor == null) {
      vendor = new Vendor(config, address, dialect.apply(config, address));
    }
    return vendor;
  }
}
