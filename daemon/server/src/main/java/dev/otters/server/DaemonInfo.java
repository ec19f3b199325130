package dev.otters.server;

import dev.otters.api.ExecutorView;
import dev.otters.api.InfoView;
import dev.otters.api.Pin;
import dev.otters.api.Problem;
import dev.otters.api.ProviderView;
import dev.otters.api.VersionView;
import dev.otters.executor.Executor;
import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorInfo;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.store.OciStore;
import dev.otters.protocol.Protocol;
import dev.otters.server.agent.AgentKeeper;
import dev.otters.server.gateway.ModelGateway;
import dev.otters.server.home.Home;
import dev.otters.server.http.Problems;
import dev.otters.server.http.SystemOperations;
import dev.otters.server.image.AgentImageCatalog;
import dev.otters.server.image.BinCatalog;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Says how the daemon is.
 *
 * @param port the port on the loopback interface, 0 while there is none
 */
record DaemonInfo(
    Home home,
    Path socket,
    IntSupplier port,
    Instant startedAt,
    Executor executor,
    AgentKeeper keeper,
    AgentImageCatalog images,
    BinCatalog bins,
    OciStore store,
    ImageReference runtime,
    Platform platform,
    ModelGateway gateway)
    implements SystemOperations {
  @Override
  public InfoView info() {
    List<String> warnings = new ArrayList<>();
    @Nullable ExecutorView view = null;
    @Nullable Problem problem = null;
    try {
      view = view(executor.info());
    } catch (ExecutorException e) {
      problem = Problems.of(e);
    }
    Optional<Descriptor> shipped = store.resolve(runtime);
    if (shipped.isEmpty()) {
      warnings.add(
          "the runtime "
              + runtime
              + " is not in the local store: agents that name no RUNTIME cannot run");
    }
    int listening = port.getAsInt();
    return new InfoView(
        version(),
        home.folder().toString(),
        socket.toString(),
        listening == 0 ? null : "http://127.0.0.1:" + listening,
        ProcessHandle.current().pid(),
        startedAt,
        platform.toString(),
        view,
        problem,
        keeper.list(false).agents().size(),
        keeper.list(true).agents().size(),
        images.list().images().size(),
        bins.list().bins().size(),
        new Pin(runtime.toString(), shipped.map(found -> found.digest().toString()).orElse(null)),
        gateway.providers().stream().map(name -> new ProviderView(name, name)).toList(),
        warnings);
  }

  @Override
  public VersionView version() {
    return new VersionView(
        Release.version(),
        VersionView.API,
        Protocol.VERSION,
        System.getProperty("java.version", ""));
  }

  private static ExecutorView view(ExecutorInfo info) {
    return new ExecutorView(
        info.kind(),
        info.engineVersion(),
        info.apiVersion(),
        info.endpoint(),
        info.chosenBecause(),
        info.limitations().stream().map(l -> l.name() + ": " + l.detail()).toList(),
        info.warnings());
  }
}
