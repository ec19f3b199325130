package dev.otters.oci.manifest;

import dev.otters.oci.Descriptor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One image: a config blob and layers.
 *
 * @param annotations sorted by key
 */
public record ImageManifest(
    String mediaType,
    Optional<String> artifactType,
    Descriptor config,
    List<Descriptor> layers,
    Map<String, String> annotations)
    implements Manifest {

  public ImageManifest {
    layers = List.copyOf(layers);
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  @Override
  public List<Descriptor> references() {
    List<Descriptor> all = new ArrayList<>(layers.size() + 1);
    all.add(config);
    all.addAll(layers);
    return all;
  }
}
