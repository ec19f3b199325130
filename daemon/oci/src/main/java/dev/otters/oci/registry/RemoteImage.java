package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Platform;
import dev.otters.oci.manifest.Manifest;
import java.util.List;
import java.util.Optional;

/**
 * An image on a registry.
 *
 * @param descriptor what the reference points at now
 * @param manifest the image's manifest, or the index
 * @param raw the manifest or index as JSON, unchanged
 * @param config the config blob as JSON, unchanged; empty for an index
 * @param platforms those that an index lists; empty for an image
 */
public record RemoteImage(
    Descriptor descriptor,
    Manifest manifest,
    String raw,
    Optional<String> config,
    List<Platform> platforms) {
  public RemoteImage {
    platforms = List.copyOf(platforms);
  }
}
