package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.Platform;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.manifest.PlatformChoice;
import dev.otters.oci.registry.client.RepositoryClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * An image on a registry.
 *
 * @param descriptor what the reference points at now
 * @param manifest the image's manifest, or the index
 * @param config the config blob as JSON, unchanged; empty for an index
 * @param platforms those that an index lists; empty for an image
 */
public record RemoteImage(
    Descriptor descriptor, Manifest manifest, Optional<String> config, List<Platform> platforms) {
  private static final int LARGEST_CONFIG = 8 << 20;

  public RemoteImage {
    platforms = List.copyOf(platforms);
  }

  static RemoteImage fetch(ImageReference reference, RepositoryClient client) {
    byte[] json = client.manifest(reference);
    Descriptor descriptor = ManifestCodec.describe(json, reference.toString());
    return switch (ManifestCodec.read(json, reference.toString())) {
      case ImageIndex index ->
          new RemoteImage(descriptor, index, Optional.empty(), PlatformChoice.platforms(index));
      case ImageManifest image -> {
        byte[] config = client.blob(image.config(), LARGEST_CONFIG);
        yield new RemoteImage(
            descriptor, image, Optional.of(new String(config, StandardCharsets.UTF_8)), List.of());
      }
    };
  }
}
