package dev.otters.agents.image;

import dev.otters.executor.ImagePin;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.Origin;
import dev.otters.oci.store.StoredImage;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Finds the registries that the operator named when an image entered the store. */
final class NamedHosts {
  private NamedHosts() {}

  /**
   * Returns the registries in an image's reference and in the references by which it was pulled;
   * empty if the operator built the image, and so named everything in its Agentfile.
   */
  static Optional<Set<String>> of(OciStore store, ImagePin pin) {
    List<StoredImage> tags =
        store.list().stream()
            .filter(image -> image.descriptor().digest().equals(pin.digest()))
            .toList();
    boolean built =
        tags.stream()
            .anyMatch(
                tag -> tag.origin().equals(Optional.of(Origin.BUILT)) && tag.source().isEmpty());
    if (built) {
      return Optional.empty();
    }
    Set<String> hosts = new HashSet<>();
    host(pin.ref()).ifPresent(hosts::add);
    tags.stream()
        .flatMap(tag -> tag.source().flatMap(ImageReference::host).stream())
        .forEach(hosts::add);
    return Optional.of(hosts);
  }

  private static Optional<String> host(String reference) {
    try {
      return ImageReference.parse(reference).host();
    } catch (OciException _) {
      return Optional.empty();
    }
  }
}
