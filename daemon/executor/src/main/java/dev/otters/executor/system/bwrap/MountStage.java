package dev.otters.executor.system.bwrap;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.mounts.Bind;
import dev.otters.executor.mounts.MountCheck;
import dev.otters.executor.posix.Fd;
import dev.otters.executor.posix.Open;
import dev.otters.executor.posix.OwnerMap;
import dev.otters.executor.posix.PosixException;
import dev.otters.executor.posix.PrivateMounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * Mounts the sources of binds where an unprivileged process can reach them, visible to that process
 * only. Needs root.
 *
 * <p>The daemon's home is closed to the users of agents, and bubblewrap runs as one of them.
 * Opening the home would show every agent's files to all users of the machine. So the stage opens
 * each source once without following links, compares it with the planned file, and mounts the open
 * file: nothing can be swapped in between.
 */
public final class MountStage {
  private static final List<Path> PLACES =
      List.of(Path.of("/mnt"), Path.of("/media"), Path.of("/srv"), Path.of("/opt"));

  private final Path place;

  private MountStage(Path place) {
    this.place = place;
  }

  /**
   * Chooses an existing folder that the stage covers for the sandbox's supervisor.
   *
   * @param needed files and folders that must stay visible
   */
  public static MountStage beside(List<Path> needed) {
    return PLACES.stream()
        .filter(place -> Files.isDirectory(place, LinkOption.NOFOLLOW_LINKS))
        .filter(place -> needed.stream().noneMatch(path -> path.startsWith(place)))
        .findFirst()
        .map(MountStage::new)
        .orElseThrow(
            () ->
                new ExecutorException(
                    Reason.UNREACHABLE,
                    "none of the folders " + PLACES + " is free for mounts",
                    "Create an empty folder /mnt."));
  }

  /** Returns the path of the source of the bind with this number. */
  public Path path(int index) {
    return place.resolve(Integer.toString(index));
  }

  /**
   * Runs something that starts a process while the sources are mounted.
   *
   * @throws ExecutorException MOUNT when a source is gone, TAMPERED when it is another file now
   */
  public <T> T withSources(List<Bind> binds, Callable<T> start) throws IOException {
    FutureTask<T> task =
        new FutureTask<>(
            () -> {
              prepare(binds);
              return start.call();
            });
    Thread thread = Thread.ofPlatform().name("stage").start(task);
    try {
      thread.join();
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted during the start of a sandbox", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException io -> throw io;
        case RuntimeException failure -> throw failure;
        case null, default -> throw new IOException(e);
      }
    }
  }

  /**
   * Checks that the sources are still the planned files. For daemons that need no stage.
   *
   * @throws ExecutorException as {@link #withSources}
   */
  public static void check(List<Bind> binds) throws IOException {
    for (Bind bind : binds) {
      open(bind).close();
    }
  }

  private void prepare(List<Bind> binds) throws IOException {
    PrivateMounts.enter();
    List<Fd> sources = new ArrayList<>();
    try {
      for (Bind bind : binds) {
        sources.add(open(bind));
      }
      PrivateMounts.mountEmpty(place);
      for (int i = 0; i < binds.size(); i++) {
        Path target = path(i);
        if (sources.get(i).stat().isFolder()) {
          Files.createDirectory(target);
        } else {
          Files.createFile(target);
        }
        Fd source = sources.get(i);
        Optional<OwnerMap> owners = binds.get(i).owners();
        if (owners.isPresent()) {
          PrivateMounts.bind(source, target, owners.get());
        } else {
          PrivateMounts.bind(source, target);
        }
      }
    } finally {
      sources.forEach(Fd::close);
    }
  }

  private static Fd open(Bind bind) throws PosixException {
    Fd source;
    try {
      source = Fd.open(bind.source(), Open.HANDLE);
    } catch (PosixException e) {
      throw new ExecutorException(
          Reason.MOUNT,
          "cannot mount " + bind.source() + " at " + bind.target() + ": " + e.getMessage(),
          "Restore " + bind.source() + " as a real file or folder without links in its path.",
          e);
    }
    if (!source.stat().id().equals(bind.id())) {
      source.close();
      throw MountCheck.tampered(List.of(bind.target() + " is not " + bind.source()));
    }
    return source;
  }
}
