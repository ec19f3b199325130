package dev.otters.server;

import dev.otters.agents.create.UsualModel;
import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.models.gateway.Providers;
import dev.otters.models.weights.CatalogueEntry;
import dev.otters.models.weights.LocalModel;
import dev.otters.models.weights.LocalModels;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Chooses the model of an image that names none: the configured one, else the only one. Otherwise
 * the error names the ways to get one.
 *
 * @param configured {@code default-model} of ottersd.yaml
 */
record UsualModels(Optional<String> configured, LocalModels models, Providers providers)
    implements UsualModel {
  private static final Set<String> ALWAYS_THERE =
      Set.of("scripted", "replay", LocalModels.PROVIDER);

  @Override
  public Choice choose() {
    if (configured.isPresent()) {
      return new Choice(configured.get(), "the default-model of ottersd.yaml");
    }
    List<String> vendors =
        providers.names().stream().filter(name -> !ALWAYS_THERE.contains(name)).toList();
    List<LocalModel> installed = models.installed();
    if (vendors.isEmpty() && installed.size() == 1) {
      return new Choice(
          LocalModels.PROVIDER + "/" + installed.getFirst().name(),
          "the only model on this machine");
    }
    throw missing(vendors, installed);
  }

  private ApiException missing(List<String> vendors, List<LocalModel> installed) {
    List<String> ways = new ArrayList<>();
    installed.forEach(model -> ways.add("--model local/" + model.name()));
    vendors.forEach(
        vendor -> ways.add("--model " + vendor + "/…  ('otters model ls' lists its models)"));
    for (CatalogueEntry entry : models.catalogue()) {
      if (installed.stream().noneMatch(model -> model.name().equals(entry.name()))
          && !entry.sources().isEmpty()) {
        ways.add(
            "otters model pull %s, then --model local/%s  (%s; %s)"
                .formatted(entry.name(), entry.name(), size(entry.bytes()), entry.title()));
      }
    }
    if (vendors.isEmpty()) {
      ways.add("otters provider add, then --model PROVIDER/MODEL  (a vendor's account, or Ollama)");
    }
    ways.add("--model scripted/SCRIPT  (answers from a file, without a model)");
    return new ApiException(
        Problem.of(
                ErrorCode.MODEL_MISSING,
                "the image names no MODEL, and none was chosen",
                "Choose one of these ways. 'default-model: provider/model' in ottersd.yaml makes it"
                    + " the default.")
            .withDetail(String.join("\n", ways)));
  }

  private static String size(long bytes) {
    return bytes < 1_000_000_000
        ? Math.round(bytes / 1e6) + " MB"
        : String.format(Locale.ROOT, "%.1f GB", bytes / 1e9);
  }
}
