package dev.otters.images;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * A container image to be built from scratch.
 *
 * @param name its reference
 * @param user the {@code uid:gid} that it runs as
 * @param entrypoint the program and its arguments; empty for an image that is only mounted
 * @param labels the config labels; those named {@code io.openotters.bin.*} also become annotations
 * @param layers the layers, lowest first
 */
record ContainerImage(
    String name,
    String user,
    List<String> entrypoint,
    Map<String, String> labels,
    List<ImageFiles> layers) {

  /** Returns the platform of the images. */
  static dev.otters.oci.Platform platform() {
    return dev.otters.oci.Platform.parse("linux/" + architecture());
  }

  /** Returns the OCI name of this machine's processor architecture. */
  static String architecture() {
    return switch (System.getProperty("os.arch")) {
      case "amd64", "x86_64" -> "amd64";
      case "aarch64" -> "arm64";
      case String other -> throw new IllegalStateException("images cannot be built on " + other);
    };
  }

  /**
   * Writes the image as a tar of an OCI layout. The folder {@code cache} stores compressed layers
   * between builds.
   */
  void writeOciTar(Path tar, Path cache) throws IOException {
    write(tar, cache, ImageFormat.OCI);
  }

  /** Writes the image in the format of {@code docker save}. */
  void writeDockerTar(Path tar, Path cache) throws IOException {
    write(tar, cache, ImageFormat.Docker);
  }

  private void write(Path tar, Path cache, ImageFormat format) throws IOException {
    try {
      Containerizer target =
          Containerizer.to(TarImage.at(tar).named(name))
              .setBaseImageLayersCache(cache)
              .setApplicationLayersCache(cache)
              .setOfflineMode(true)
              .setToolName("otters-images");
      plan().setFormat(format).containerize(target);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + name + " was built", e);
    } catch (RegistryException
        | CacheDirectoryCreationException
        | ExecutionException
        | InvalidImageReferenceException e) {
      throw new IOException("cannot build " + name + ": " + e.getMessage(), e);
    }
  }

  private JibContainerBuilder plan() {
    JibContainerBuilder builder =
        Jib.fromScratch()
            .setPlatforms(Set.of(new Platform(architecture(), "linux")))
            .setCreationTime(Instant.EPOCH)
            .setUser(user)
            .setWorkingDirectory(AbsoluteUnixPath.get("/"))
            .setLabels(labels);
    if (!entrypoint.isEmpty()) {
      builder.setEntrypoint(entrypoint);
    }
    layers.forEach(files -> builder.addFileEntriesLayer(files.layer()));
    return builder;
  }
}
