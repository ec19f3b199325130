package dev.otters.oci.bin;

import dev.otters.oci.BuiltImage;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.Progress;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.StoredImage;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Builds BIN images into a store, and finds their tools. An instance remembers what it found. */
public final class BinImages {
  private static final long CACHE = 4 << 20;

  private final OciStore store;
  private final RecentBins recent = new RecentBins(CACHE);

  /** Uses {@code store}. */
  public BinImages(OciStore store) {
    this.store = store;
  }

  /**
   * Builds an index with one image per platform.
   *
   * @throws dev.otters.oci.OciException BUILD_INPUT listing everything that cannot be packed; the
   *     store is unchanged
   */
  public BuiltImage build(BinBuild build, Progress progress) {
    return build(build, Map.of(), progress);
  }

  /**
   * Builds an index like {@link #build}, of programs of other images.
   *
   * @param libraries for a dynamic program, the folder with its loader and libraries, as {@link
   *     ProgramSource#copy} writes it
   */
  public BuiltImage build(BinBuild build, Map<Platform, Path> libraries, Progress progress) {
    return new BinWriter(store, progress, Optional.empty(), libraries).write(build);
  }

  /**
   * Builds an index like {@link #build}, of scripts that run with the tool of another BIN image.
   * The new image contains that image.
   *
   * @throws dev.otters.oci.OciException as {@link #build}, and as {@link #inspect(ImageReference,
   *     Platform)} for the interpreter
   */
  public BuiltImage build(BinBuild scripts, ImageReference interpreter, Progress progress) {
    return new BinWriter(store, progress, Optional.of(interpreter), Map.of()).write(scripts);
  }

  /**
   * Finds the tool of an image for one platform.
   *
   * @throws dev.otters.oci.OciException NOT_FOUND if the store does not have it, PLATFORM with the
   *     list of available platforms, INVALID_IMAGE if it is not a valid BIN image
   */
  public BinImage inspect(ImageReference reference, Platform platform) {
    return new BinReader(store, recent, reference.toString())
        .read(store.require(reference).digest(), platform);
  }

  /**
   * Finds the tool of the image with this digest, like {@link #inspect(ImageReference, Platform)}.
   */
  public BinImage inspect(Digest digest, Platform platform) {
    return new BinReader(store, recent, digest.toString()).read(digest, platform);
  }

  /**
   * Reads the headers of a program; empty if it is not an ELF program.
   *
   * @throws IOException if the file cannot be read
   */
  public static Optional<Program> program(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      long size = Math.min(channel.size(), Integer.MAX_VALUE);
      return Program.of(channel.map(FileChannel.MapMode.READ_ONLY, 0, size));
    }
  }

  /**
   * Returns those paths at which a container image has a regular file, after following links; none
   * if it does not have the platform.
   */
  public Set<String> present(Digest digest, Platform platform, Collection<String> paths) {
    return switch (store.manifest(digest)) {
      case ImageManifest image -> {
        try (LayerFiles files = new LayerFiles(store, image)) {
          yield paths.stream().filter(files::has).collect(Collectors.toSet());
        }
      }
      case ImageIndex index ->
          index.manifests().stream()
              .filter(part -> part.platform().equals(Optional.of(platform)))
              .filter(part -> store.contains(part.digest()))
              .flatMap(part -> present(part.digest(), platform, paths).stream())
              .collect(Collectors.toSet());
    };
  }

  /** Returns whether an image of the store is marked as a BIN. */
  public boolean isBin(Descriptor image) {
    return BinReader.isBin(store, image);
  }

  /** Returns the tags of BIN images, sorted by their text. */
  public List<StoredImage> list() {
    return store.list().stream().filter(image -> isBin(image.descriptor())).toList();
  }
}
