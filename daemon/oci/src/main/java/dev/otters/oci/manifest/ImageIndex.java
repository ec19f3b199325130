package dev.otters.oci.manifest;

import dev.otters.oci.Descriptor;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An index of images, usually one per platform.
 *
 * @param annotations sorted by key
 */
public record ImageIndex(
    String mediaType,
    Optional<String> artifactType,
    List<Descriptor> manifests,
    Map<String, String> annotations)
    implements Manifest {

  public ImageIndex {
    manifests = List.copyOf(manifests);
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  @Override
  public List<Descriptor> references() {
    return manifests;
  }
}
