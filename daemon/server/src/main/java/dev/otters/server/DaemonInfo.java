package dev.otters.server;

import dev.otters.agents.AgentKeeper;
import dev.otters.agents.image.AgentImageCatalog;
import dev.otters.agents.image.BinCatalog;
import dev.otters.api.Problem;
import dev.otters.api.image.Pin;
import dev.otters.api.model.ProviderList;
import dev.otters.api.system.DaemonView;
import dev.otters.api.system.DoctorView;
import dev.otters.api.system.ExecutorsView;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.StockView;
import dev.otters.api.system.VersionView;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.protocol.Protocol;
import dev.otters.server.doctor.Doctor;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * The state of the daemon.
 *
 * @param port the port on the loopback interface, 0 before the daemon listens
 */
record DaemonInfo(
    Foundation base,
    IntSupplier port,
    Instant startedAt,
    AgentKeeper keeper,
    AgentImageCatalog images,
    BinCatalog bins,
    Doctor examiner) {
  /** Returns the state of the daemon, also without an engine. */
  InfoView info() {
    ExecutorViews executors = ExecutorViews.of(base.sandboxes().executors());
    Optional<Digest> runtime =
        base.storage().store().resolve(base.runtime()).map(Descriptor::digest);
    ProviderList providers = base.models().providers().admin().list();
    int listening = port.getAsInt();
    return new InfoView(
        new DaemonView(
            version(),
            base.storage().home().folder().toString(),
            base.storage().sockets().operatorSocket().toString(),
            listening == 0 ? null : "http://127.0.0.1:" + listening,
            ProcessHandle.current().pid(),
            startedAt,
            base.images().platform().toString()),
        new ExecutorsView(
            executors.standard().orElse(null), executors.missing().orElse(null), executors.all()),
        new StockView(
            keeper.list(false).agents().size(),
            keeper.list(true).agents().size(),
            images.list().images().size(),
            bins.list().bins().size(),
            new Pin(base.runtime().toString(), runtime.map(Digest::toString).orElse(null))),
        providers.providers(),
        warnings(runtime.isPresent(), providers));
  }

  /**
   * Returns the requirements of a first run and whether they are met. Reports what is missing, and
   * does not throw.
   */
  DoctorView doctor() {
    return examiner.examine(info());
  }

  private List<String> warnings(boolean runtime, ProviderList providers) {
    List<String> warnings = new ArrayList<>(runtime ? List.of() : List.of(withoutRuntime()));
    warnings.addAll(providers.warnings());
    Problem problem = providers.problem();
    if (problem != null) {
      warnings.add(problem.title());
      problem.problems().forEach(it -> warnings.add(it.place() + ": " + it.message()));
    }
    return warnings;
  }

  private String withoutRuntime() {
    return "the runtime "
        + base.runtime()
        + " is not in the local store. Agents without a RUNTIME cannot run";
  }

  /** Returns the version of the daemon. */
  static VersionView version() {
    return new VersionView(
        Release.version(),
        VersionView.API,
        Protocol.VERSION,
        System.getProperty("java.version", ""));
  }
}
