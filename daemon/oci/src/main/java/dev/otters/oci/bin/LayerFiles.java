package dev.otters.oci.bin;

import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.tar.FileTree;
import dev.otters.oci.tar.TarBudget;
import dev.otters.oci.tar.TarEntry;
import dev.otters.oci.tar.TarEntry.Kind;
import dev.otters.oci.tar.TarReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The files of a container image in the store, without unpacking it.
 *
 * <p>Only one image with many files is in memory at a time, for all callers.
 */
final class LayerFiles implements AutoCloseable {
  private static final Semaphore LARGE = new Semaphore(1);
  private static final Duration WAIT = Duration.ofMinutes(2);
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final long SMALL = 1 << 20;

  private final OciStore store;
  private final Duration wait;
  private final Duration limit;
  private final List<Descriptor> layers;
  private final FileTree tree = new FileTree();
  private boolean large;
  private boolean awaited;
  private long awaitedSince;

  /**
   * Reads the layers once.
   *
   * @throws OciException INVALID_IMAGE if a layer is damaged or hostile; STORE if another large
   *     image is read for too long, or this one while another reader waits
   */
  LayerFiles(OciStore store, ImageManifest image) {
    this(store, image, WAIT, LIMIT);
  }

  /**
   * Reads the layers once.
   *
   * @param wait how long to wait for another large image
   * @param limit how long reading a large image may keep others waiting
   */
  LayerFiles(OciStore store, ImageManifest image, Duration wait, Duration limit) {
    this.store = store;
    this.wait = wait;
    this.limit = limit;
    this.layers =
        image.layers().stream().filter(layer -> MediaTypes.isTarLayer(layer.mediaType())).toList();
    try {
      readLayers();
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private void readLayers() {
    TarBudget budget = TarBudget.forImage();
    for (int i = 0; i < layers.size(); i++) {
      try (TarReader tar = open(i, budget)) {
        for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
          tree.apply(i, next.get());
          if (!large && budget.memory() > SMALL) {
            awaitTurn();
          }
          checkTime();
        }
      }
    }
  }

  private void awaitTurn() {
    try {
      large = LARGE.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    if (!large) {
      throw new OciException(
          Reason.STORE,
          "the image has many files, and another large image is being read",
          "Try again later.");
    }
  }

  /** Counts the time during which another reader waits. */
  private void checkTime() {
    if (!large || !LARGE.hasQueuedThreads()) {
      awaited = false;
      return;
    }
    if (!awaited) {
      awaited = true;
      awaitedSince = System.nanoTime();
    }
    if (System.nanoTime() - awaitedSince > limit.toNanos()) {
      throw new OciException(
          Reason.STORE,
          "the image has many files, and another reader waited for more than "
              + limit.toSeconds()
              + " s",
          "Try again later, or use an image with fewer files.");
    }
  }

  /** Allows the next large image. */
  @Override
  public void close() {
    if (large) {
      large = false;
      LARGE.release();
    }
  }

  /** Returns the path without links; the path itself if there is no such file. */
  String real(String path) {
    return tree.find(path).map(file -> "/" + file.name()).orElse(path);
  }

  boolean has(String path) {
    return tree.find(path).isPresent();
  }

  /**
   * Reads a regular file; empty if there is none.
   *
   * @throws OciException INVALID_IMAGE if it has more than {@code largest} bytes; STORE if this
   *     keeps another reader waiting for too long
   */
  Optional<byte[]> read(String path, int largest) {
    return content(path, tar -> tar.read(largest));
  }

  /**
   * Returns up to {@code most} bytes from the start of a regular file; none if it does not exist.
   */
  byte[] start(String path, int most) {
    return content(path, tar -> tar.start(most)).orElse(new byte[0]);
  }

  /**
   * Copies a regular file, and returns whether there is one.
   *
   * @throws IOException if {@code out} fails
   * @throws OciException as {@link #read}
   */
  boolean copy(String path, long largest, OutputStream out) throws IOException {
    try {
      return content(
              path,
              tar -> {
                copy(tar, largest, out);
                return true;
              })
          .isPresent();
    } catch (UncheckedIOException e) {
      throw Objects.requireNonNull(e.getCause());
    }
  }

  private static void copy(TarReader tar, long largest, OutputStream out) {
    long left = largest;
    try {
      for (byte[] part = tar.start(1 << 16); part.length > 0; part = tar.start(1 << 16)) {
        left -= part.length;
        if (left < 0) {
          throw new OciException(
              Reason.INVALID_IMAGE,
              "a file of the image is larger than " + largest + " bytes",
              "Use an image with a smaller program.");
        }
        out.write(part);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private <T> Optional<T> content(String path, Function<TarReader, T> reader) {
    Optional<FileTree.File> file = tree.find(path);
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Optional<T> content = Optional.empty();
    try (TarReader tar = open(file.get().layer(), TarBudget.forImage())) {
      for (Optional<TarEntry> next = tar.next(); next.isPresent(); next = tar.next()) {
        checkTime();
        TarEntry entry = next.get();
        if (entry.kind() == Kind.FILE && entry.name().equals(file.get().name())) {
          content = Optional.of(reader.apply(tar));
        }
      }
    }
    return content;
  }

  private TarReader open(int layer, TarBudget budget) {
    Descriptor descriptor = layers.get(layer);
    return TarReader.open(store.open(descriptor.digest()), "layer " + descriptor.digest(), budget);
  }
}
