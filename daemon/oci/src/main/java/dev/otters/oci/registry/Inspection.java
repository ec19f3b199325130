package dev.otters.oci.registry;

import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.ManifestCodec;
import dev.otters.oci.manifest.PlatformChoice;
import dev.otters.oci.registry.client.RepositoryClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Inspects an image on its registry. */
final class Inspection {
  private static final int LARGEST_CONFIG = 8 << 20;

  private Inspection() {}

  static RemoteImage of(ImageReference reference, RepositoryClient client) {
    byte[] raw = client.manifest(reference);
    Descriptor descriptor = ManifestCodec.describe(raw, reference.toString());
    return switch (ManifestCodec.read(raw, reference.toString())) {
      case ImageIndex index ->
          new RemoteImage(
              descriptor, index, text(raw), Optional.empty(), PlatformChoice.platforms(index));
      case ImageManifest image ->
          new RemoteImage(
              descriptor,
              image,
              text(raw),
              Optional.of(text(client.blob(image.config(), LARGEST_CONFIG))),
              List.of());
    };
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }
}
