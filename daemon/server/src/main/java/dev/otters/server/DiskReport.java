package dev.otters.server;

import dev.otters.agents.AgentKeeper;
import dev.otters.agents.image.StoreCare;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.system.DiskRow;
import dev.otters.api.system.DiskUsage;
import dev.otters.home.Home;
import dev.otters.models.weights.LocalModel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Measures what takes space in the home. Agents may fill their folders with any number of files, so
 * the walk over each part ends after some time.
 *
 * @param images returns the number of references of images and BINs
 * @param models returns the local models that are installed
 * @param patience the longest time for the files of one row
 */
record DiskReport(
    Home home,
    AgentKeeper keeper,
    StoreCare store,
    IntSupplier images,
    Supplier<List<LocalModel>> models,
    Duration patience) {
  DiskUsage measure() {
    return new DiskUsage(List.of(ofImages(), agents(), ofModels(), sessions(), logs()));
  }

  private DiskRow ofImages() {
    DiskSize size = new DiskSize(patience).of(home.registry(), home.unpacked());
    return new DiskRow(
        "images",
        images.getAsInt(),
        keeper.use().imagesInUse().size(),
        size.bytes(),
        store.prune(true, true).bytes(),
        size.partial());
  }

  private DiskRow agents() {
    List<AgentSummary> all = keeper.list(true).agents();
    List<AgentSummary> ended =
        all.stream().filter(agent -> !agent.state().status().running()).toList();
    DiskSize size = new DiskSize(patience).of(home.agents(), home.kept());
    DiskSize reclaimable =
        new DiskSize(patience).of(ended.stream().flatMap(this::roots).toArray(Path[]::new));
    return new DiskRow(
        "agents",
        all.size(),
        all.size() - ended.size(),
        Math.max(size.bytes(), reclaimable.bytes()),
        reclaimable.bytes(),
        size.partial() || reclaimable.partial());
  }

  private Stream<Path> roots(AgentSummary agent) {
    return keeper.use().sandboxes(UUID.fromString(agent.id())).stream().map(home::agentRoot);
  }

  private DiskRow ofModels() {
    List<LocalModel> installed = models.get();
    long used = installed.stream().filter(model -> !users(model).isEmpty()).count();
    return new DiskRow(
        "models",
        installed.size(),
        Math.toIntExact(used),
        installed.stream().mapToLong(LocalModel::bytes).sum(),
        0,
        false);
  }

  private List<String> users(LocalModel model) {
    return keeper.use().usersOf(("local/" + model.name())::equals);
  }

  private DiskRow sessions() {
    Path database = home.database();
    String name = String.valueOf(database.getFileName());
    return row(
        "sessions",
        database,
        database.resolveSibling(name + "-wal"),
        database.resolveSibling(name + "-shm"),
        home.sessions(),
        home.spool());
  }

  private DiskRow logs() {
    return row("logs", home.logs(), home.daemonLog(), home.promptLog());
  }

  private DiskRow row(String type, Path... places) {
    DiskSize size = new DiskSize(patience).of(places);
    return new DiskRow(type, size.files(), size.files(), size.bytes(), 0, size.partial());
  }
}
