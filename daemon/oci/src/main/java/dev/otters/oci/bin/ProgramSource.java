package dev.otters.oci.bin;

import dev.otters.agentfile.Quoted;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.PlatformChoice;
import dev.otters.oci.store.OciStore;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Takes programs out of a container image.
 *
 * @param image the index or the image
 * @param what names the image in errors
 */
public record ProgramSource(OciStore store, Digest image, String what) {
  private static final int LARGEST_CONFIG = 4 << 20;
  private static final long LARGEST = 1L << 30;

  /** Returns the platforms of the image, without those of attestations. */
  public List<Platform> platforms() {
    return switch (store.manifest(image)) {
      case ImageIndex index -> PlatformChoice.platforms(index);
      case ImageManifest manifest -> List.of(config(manifest).platform());
    };
  }

  /**
   * Copies a program of the image, and the loader and the libraries that it needs. Links are
   * followed inside the image.
   *
   * @param path absolute
   * @param target a new file
   * @param libraries a new folder, which is created for a dynamic program only
   * @throws OciException PLATFORM with the list of available platforms, NOT_FOUND if the store has
   *     another platform only, INVALID_IMAGE if there is not a regular file of at most 1 GiB, or a
   *     library is missing
   */
  public void copy(Platform platform, String path, Path target, Path libraries) throws IOException {
    try (LayerFiles files = new LayerFiles(store, manifest(platform))) {
      try (OutputStream out = Files.newOutputStream(target)) {
        if (!files.copy(path, LARGEST, out)) {
          throw invalid(
              "has no file " + Quoted.of(path) + " for " + platform,
              "Name a program of the image by its absolute path.");
        }
      }
      if (Launcher.isLauncher(target)) {
        throw invalid(
            "has a launcher at " + path + ", which needs the rest of its image",
            "Use the image itself as a BIN.");
      }
      Optional<Program> program = BinImages.program(target);
      if (program.isPresent() && !program.get().loader().isEmpty()) {
        copyLibraries(files, platform, path, target, libraries);
      }
    }
  }

  private void copyLibraries(
      LayerFiles files, Platform platform, String path, Path program, Path folder)
      throws IOException {
    Files.createDirectory(folder);
    Set<String> missing = new ProgramLibraries(files, platform, folder).copy(program, path);
    if (!missing.isEmpty()) {
      throw invalid(
          "lacks files that %s for %s needs: %s"
              .formatted(path, platform, String.join(", ", missing)),
          "Use an image in which the program runs, or a static build of it.");
    }
  }

  private OciException invalid(String why, String remedy) {
    return new OciException(Reason.INVALID_IMAGE, what + " " + why, remedy);
  }

  private ImageManifest manifest(Platform platform) {
    Digest digest =
        store.manifest(image) instanceof ImageIndex index
            ? PlatformChoice.choose(index, platform, what).digest()
            : image;
    if (!store.contains(digest)) {
      throw new OciException(
          Reason.NOT_FOUND,
          what + " is in the local store, but without its image for " + platform,
          "Pull it again for that platform, or name the platforms that are there.");
    }
    if (store.manifest(digest) instanceof ImageManifest manifest
        && config(manifest).platform().equals(platform)) {
      return manifest;
    }
    throw PlatformChoice.missing(what, platform, platforms());
  }

  private ImageConfig config(ImageManifest manifest) {
    return ImageConfig.read(store.read(manifest.config(), LARGEST_CONFIG), what);
  }
}
