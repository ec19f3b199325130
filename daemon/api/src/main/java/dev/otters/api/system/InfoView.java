package dev.otters.api.system;

import dev.otters.api.Inline;
import dev.otters.api.model.ProviderView;
import java.util.List;

/**
 * The content of {@code otters info}.
 *
 * @param warnings what the operator should know
 */
public record InfoView(
    @Inline DaemonView daemon,
    @Inline ExecutorsView executors,
    @Inline StockView stock,
    List<ProviderView> providers,
    List<String> warnings) {}
