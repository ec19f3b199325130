package dev.otters.server;

import dev.otters.api.InfoView;
import dev.otters.api.Pin;
import dev.otters.api.ProviderView;
import dev.otters.api.VersionView;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.protocol.Protocol;
import dev.otters.server.agent.AgentKeeper;
import dev.otters.server.http.SystemOperations;
import dev.otters.server.image.AgentImageCatalog;
import dev.otters.server.image.BinCatalog;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;

/**
 * Says how the daemon is.
 *
 * @param port the port on the loopback interface, 0 while there is none
 */
record DaemonInfo(
    Foundation base,
    IntSupplier port,
    Instant startedAt,
    AgentKeeper keeper,
    AgentImageCatalog images,
    BinCatalog bins)
    implements SystemOperations {
  @Override
  public InfoView info() {
    ExecutorViews executors = ExecutorViews.of(base.executors());
    Optional<Digest> runtime = base.store().resolve(base.runtime()).map(Descriptor::digest);
    int listening = port.getAsInt();
    return new InfoView(
        version(),
        base.home().folder().toString(),
        base.sockets().operatorSocket().toString(),
        listening == 0 ? null : "http://127.0.0.1:" + listening,
        ProcessHandle.current().pid(),
        startedAt,
        base.platform().toString(),
        executors.standard().orElse(null),
        executors.missing().orElse(null),
        executors.all(),
        keeper.list(false).agents().size(),
        keeper.list(true).agents().size(),
        images.list().images().size(),
        bins.list().bins().size(),
        new Pin(base.runtime().toString(), runtime.map(Digest::toString).orElse(null)),
        base.gateway().providers().names().stream()
            .map(name -> new ProviderView(name, name))
            .toList(),
        runtime.isPresent() ? List.of() : List.of(withoutRuntime()));
  }

  private String withoutRuntime() {
    return "the runtime "
        + base.runtime()
        + " is not in the local store: agents that name no RUNTIME cannot run";
  }

  @Override
  public VersionView version() {
    return new VersionView(
        Release.version(),
        VersionView.API,
        Protocol.VERSION,
        System.getProperty("java.version", ""));
  }
}
