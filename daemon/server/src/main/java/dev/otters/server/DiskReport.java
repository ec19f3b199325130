package dev.otters.server;

import dev.otters.agents.AgentKeeper;
import dev.otters.agents.image.StoreCare;
import dev.otters.api.agent.AgentSummary;
import dev.otters.api.system.DiskRow;
import dev.otters.api.system.DiskUsage;
import dev.otters.home.Home;
import dev.otters.models.weights.LocalModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.UUID;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures what takes space in the home.
 *
 * @param images returns the number of references of images and BINs
 * @param models returns the local models that are installed
 */
record DiskReport(
    Home home,
    AgentKeeper keeper,
    StoreCare store,
    IntSupplier images,
    Supplier<List<LocalModel>> models) {
  DiskUsage measure() {
    return new DiskUsage(List.of(ofImages(), agents(), ofModels(), sessions(), logs()));
  }

  private DiskRow ofImages() {
    return new DiskRow(
        "images",
        images.getAsInt(),
        keeper.imagesInUse().size(),
        size(home.registry(), home.unpacked()).bytes,
        store.prune(true, true).bytes());
  }

  private DiskRow agents() {
    List<AgentSummary> all = keeper.list(true).agents();
    List<AgentSummary> ended =
        all.stream().filter(agent -> !agent.state().status().running()).toList();
    long reclaimable = ended.stream().mapToLong(agent -> size(root(agent)).bytes).sum();
    return new DiskRow(
        "agents",
        all.size(),
        all.size() - ended.size(),
        size(home.agents(), home.kept()).bytes,
        reclaimable);
  }

  private Path root(AgentSummary agent) {
    return home.agentRoot(UUID.fromString(agent.id()));
  }

  private DiskRow ofModels() {
    List<LocalModel> installed = models.get();
    long used = installed.stream().filter(model -> !users(model).isEmpty()).count();
    return new DiskRow(
        "models",
        installed.size(),
        Math.toIntExact(used),
        installed.stream().mapToLong(LocalModel::bytes).sum(),
        0);
  }

  private List<String> users(LocalModel model) {
    return keeper.usersOf(("local/" + model.name())::equals);
  }

  private DiskRow sessions() {
    Path database = home.database();
    String name = String.valueOf(database.getFileName());
    return row(
        "sessions",
        database,
        database.resolveSibling(name + "-wal"),
        database.resolveSibling(name + "-shm"),
        home.spool());
  }

  private DiskRow logs() {
    return row("logs", home.logs(), home.daemonLog(), home.promptLog());
  }

  private static DiskRow row(String type, Path... places) {
    Size size = size(places);
    return new DiskRow(type, size.files, size.files, size.bytes, 0);
  }

  /** Returns the size of files and folders. Counts no link, and nothing that cannot be read. */
  private static Size size(Path... places) {
    Size size = new Size();
    for (Path place : places) {
      try {
        Files.walkFileTree(place, size);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return size;
  }

  private static final class Size extends SimpleFileVisitor<Path> {
    private long bytes;
    private int files;

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
      if (attributes.isRegularFile()) {
        bytes += attributes.size();
        files++;
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) {
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
      return FileVisitResult.CONTINUE;
    }
  }
}
