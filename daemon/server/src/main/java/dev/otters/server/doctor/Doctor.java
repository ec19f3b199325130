package dev.otters.server.doctor;

import dev.otters.api.system.CheckView;
import dev.otters.api.system.DoctorView;
import dev.otters.api.system.InfoView;
import dev.otters.http.Proxies;
import dev.otters.models.provider.ProviderAdmin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Checks everything that a first run needs.
 *
 * @param home the home folder
 * @param providers lists and asks the providers
 * @param localModels returns the names of the installed local models
 * @param environment the environment of the daemon
 */
public record Doctor(
    Path home,
    ProviderAdmin providers,
    Supplier<List<String>> localModels,
    Map<String, String> environment) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Shows no value of the environment. */
  @Override
  public String toString() {
    return "Doctor[" + home + "]";
  }

  /**
   * Runs the checks. Costs nothing at any vendor.
   *
   * @param info the state of the daemon
   */
  public DoctorView examine(InfoView info) {
    List<CheckView> checks = new ArrayList<>(new HomeChecks(home).run());
    checks.addAll(new SystemChecks(info, new Proxies(environment)).run());
    new PodmanCheck(info.executors().executors(), environment).run().ifPresent(checks::add);
    checks.addAll(
        new ModelChecks(
                providers.list(),
                name -> providers.reach(name, PATIENCE),
                localModels.get(),
                environment,
                OllamaProbe.of(environment))
            .run());
    return DoctorView.of(checks);
  }
}
