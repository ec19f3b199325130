package dev.otters.server.doctor;

import dev.otters.api.Problem;
import dev.otters.api.model.ProviderList;
import dev.otters.api.model.ProviderView;
import dev.otters.api.system.CheckView;
import dev.otters.models.provider.ProviderKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/**
 * Checks that a model can answer, and looks for others to add.
 *
 * @param providers the configured providers
 * @param asked asks a provider for its models; returns the problem, empty if it answers
 * @param installed the names of the installed local models
 * @param environment the environment of the daemon
 * @param ollama looks for an Ollama that is not configured
 */
record ModelChecks(
    ProviderList providers,
    Function<String, Optional<Problem>> asked,
    List<String> installed,
    Map<String, String> environment,
    OllamaProbe ollama) {
  private static final String PULL = "Run 'otters model pull smollm2-135m'.";

  List<CheckView> run() {
    List<CheckView> checks = new ArrayList<>();
    file(checks);
    boolean usable = configured(checks);
    ProviderKind.words().forEach(word -> variable(ProviderKind.of(word).orElseThrow(), checks));
    ollama(checks);
    checks.add(model(usable));
    return checks;
  }

  private void file(List<CheckView> checks) {
    Problem problem = providers.problem();
    if (problem != null) {
      List<String> texts = new ArrayList<>(List.of(problem.title()));
      problem.problems().forEach(it -> texts.add(it.place() + ": " + it.message()));
      checks.add(CheckView.problem("providers.yaml", String.join("\n", texts), problem.remedy()));
    }
    providers.warnings().forEach(it -> checks.add(CheckView.note("providers.yaml", it, null)));
  }

  /** Asks all providers at once, since each may take seconds. Returns whether one answered. */
  private boolean configured(List<CheckView> checks) {
    List<Future<CheckView>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      providers.providers().stream()
          .filter(provider -> !provider.builtIn())
          .forEach(provider -> answers.add(threads.submit(() -> provider(provider))));
    }
    List<CheckView> found = answers.stream().map(Future::resultNow).toList();
    checks.addAll(found);
    return found.stream().anyMatch(check -> check.state().equals(CheckView.OK));
  }

  private CheckView provider(ProviderView provider) {
    String name = "provider " + provider.name();
    Problem known = provider.problem();
    Optional<Problem> problem = known == null ? asked.apply(provider.name()) : Optional.of(known);
    return problem
        .map(it -> CheckView.note(name, it.title(), it.remedy()))
        .orElseGet(() -> CheckView.ok(name, provider.kind() + " answers"));
  }

  private void variable(ProviderKind kind, List<CheckView> checks) {
    kind.variable()
        .filter(name -> !environment.getOrDefault(name, "").isEmpty())
        .filter(name -> !has(kind))
        .ifPresent(
            name ->
                checks.add(
                    CheckView.note(
                        "key " + name,
                        name + " is set for the daemon, but no provider uses it",
                        "Run \"otters provider add " + kind + " --api-key '${" + name + "}'\".")));
  }

  private boolean has(ProviderKind kind) {
    return providers.providers().stream().anyMatch(it -> it.kind().equals(kind.toString()));
  }

  private void ollama(List<CheckView> checks) {
    if (!has(ProviderKind.OLLAMA)) {
      ollama
          .base()
          .ifPresent(
              base ->
                  checks.add(
                      CheckView.note(
                          "ollama",
                          "Ollama answers at " + base,
                          "Run 'otters provider add ollama"
                              + (ProviderKind.OLLAMA.base().equals(Optional.of(base))
                                  ? ""
                                  : " --api-base " + base)
                              + "'.")));
    }
  }

  private CheckView model(boolean usable) {
    if (!installed.isEmpty()) {
      return CheckView.ok("model", "local models: " + String.join(", ", installed));
    }
    return usable
        ? CheckView.ok("model", "a provider answers; no local model is installed")
        : CheckView.problem("model", "no provider answers, and no local model is installed", PULL);
  }
}
