package dev.otters.oci.agent;

import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Content of an agent image that this release does not know. It has no effect here, and a child's
 * image keeps it for other releases.
 *
 * @param capabilities the names of unknown capabilities; they cannot be granted, and children do
 *     not inherit them
 * @param root fields of the config blob
 * @param agent fields of its definition
 * @param extension fields beside our own directives
 * @param layers of unknown types
 */
public record Unknown(
    List<String> capabilities,
    Map<String, Object> root,
    Map<String, Object> agent,
    Map<String, Object> extension,
    List<Descriptor> layers) {
  private static final Set<String> KNOWN_LAYERS =
      Set.of(MediaTypes.AGENTFILE, MediaTypes.CONTEXT, MediaTypes.OCTETS, MediaTypes.SKILL);

  /** The unknown content of an image of this release: none. */
  public static final Unknown NOTHING =
      new Unknown(List.of(), Map.of(), Map.of(), Map.of(), List.of());

  /** Copies the collections and keeps their order. */
  public Unknown {
    capabilities = List.copyOf(capabilities);
    root = Collections.unmodifiableMap(new LinkedHashMap<>(root));
    agent = Collections.unmodifiableMap(new LinkedHashMap<>(agent));
    extension = Collections.unmodifiableMap(new LinkedHashMap<>(extension));
    layers = List.copyOf(layers);
  }

  Unknown withLayers(List<Descriptor> all) {
    return new Unknown(
        capabilities,
        root,
        agent,
        extension,
        all.stream().filter(layer -> !KNOWN_LAYERS.contains(layer.mediaType())).toList());
  }
}
