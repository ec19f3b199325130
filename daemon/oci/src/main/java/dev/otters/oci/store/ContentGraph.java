package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** The content that manifests refer to, directly or indirectly. */
final class ContentGraph {
  private final Map<Digest, Descriptor> found = new LinkedHashMap<>();
  private final Set<Digest> followed = new HashSet<>();
  private final Function<Digest, List<Descriptor>> references;

  /**
   * @param references returns what a manifest or index refers to; nothing if it is not stored
   */
  ContentGraph(Function<Digest, List<Descriptor>> references) {
    this.references = references;
  }

  void add(Descriptor root) {
    Deque<Descriptor> open = new ArrayDeque<>(List.of(root));
    while (!open.isEmpty()) {
      Descriptor node = open.removeFirst();
      found.putIfAbsent(node.digest(), node);
      // A hostile manifest may list another image's manifest as a plain layer: that must not hide
      // it, so followed and found content are recorded separately.
      if (isFollowed(node.mediaType()) && followed.add(node.digest())) {
        open.addAll(references.apply(node.digest()));
      }
    }
  }

  Map<Digest, Descriptor> found() {
    return found;
  }

  private static boolean isFollowed(String mediaType) {
    return MediaTypes.isIndex(mediaType) || MediaTypes.isManifest(mediaType);
  }
}
