package dev.otters.models.provider;

import dev.otters.models.chat.Completion;
import dev.otters.models.chat.StopReason;
import dev.otters.models.chat.Usage;
import dev.otters.models.gateway.Caller;
import dev.otters.models.gateway.CompletionRequest;
import dev.otters.models.gateway.ModelOffer;
import dev.otters.models.gateway.Provider;
import dev.otters.models.price.ModelSize;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Configured providers of a folder, whose vendors are played. */
final class ProviderKit {
  static final String SECRET = "sk-0123456789-abcdefghij";
  static final Map<String, String> ENVIRONMENT =
      Map.of("GOOD_KEY", SECRET, "ODD_KEY", "a\nb", "BASE", "https://x.example/v1", "BAD", "ftp:x");

  final Path file;
  final List<ProviderConfig> opened = new ArrayList<>();
  List<String> keys = List.of();
  final ConfiguredProviders providers;
  final ProviderAdmin admin;

  ProviderKit(Path folder) {
    file = folder.resolve("providers.yaml");
    providers =
        new ConfiguredProviders(
            List.of(new Played("scripted", List.of("guide"))),
            file,
            this::open,
            new DaemonProcess(ENVIRONMENT, 4711, Instant.parse("2026-01-02T03:04:05Z")),
            all -> keys = all);
    admin = providers.admin();
  }

  private Provider open(ProviderConfig config) {
    opened.add(config);
    return new Played(config.name(), List.of("a", "b"));
  }

  /** Offers models and repeats the question. */
  record Played(String name, List<String> names) implements Provider {
    @Override
    public void check(String model) {}

    @Override
    public List<ModelOffer> models() {
      return names.stream().map(it -> new ModelOffer(it, ModelSize.UNKNOWN, "")).toList();
    }

    @Override
    public Completion complete(CompletionRequest request, Caller caller, Consumer<String> text) {
      text.accept("ready");
      return new Completion("ready", List.of(), StopReason.END_TURN, new Usage(7, 1));
    }
  }
}
