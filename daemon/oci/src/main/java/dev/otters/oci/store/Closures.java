package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Looks for what the tags of a store need and do not have. */
final class Closures {
  private final OciStore store;
  private final Quarantine quarantine;
  private final Set<Digest> damaged;
  private final Map<Digest, Lack> lacks = new LinkedHashMap<>();

  /**
   * @param damaged digests of files that were just moved away
   */
  Closures(OciStore store, Set<Digest> damaged) {
    this.store = store;
    this.quarantine = new Quarantine(store.layout());
    this.damaged = damaged;
    store.list().forEach(this::check);
  }

  /**
   * Content that is missing or wrong.
   *
   * @param wrong empty when it is not there
   * @param images that need it
   */
  record Lack(Descriptor content, Optional<String> wrong, List<StoredImage> images) {
    boolean isMissing() {
      return wrong.isEmpty();
    }
  }

  Collection<Lack> lacks() {
    return lacks.values();
  }

  private void check(StoredImage image) {
    ContentGraph graph = new ContentGraph(digest -> references(digest, image));
    graph.add(image.descriptor());
    for (Descriptor content : graph.found().values()) {
      if (!store.contains(content.digest())) {
        note(content, Optional.empty(), image);
      } else if (store.size(content.digest()) != content.size()) {
        note(content, Optional.of("is not as long as its image says"), image);
      }
    }
  }

  private List<Descriptor> references(Digest digest, StoredImage image) {
    try {
      return store.contains(digest) ? references(store.manifest(digest)) : List.of();
    } catch (OciException e) {
      note(new Descriptor("", digest, 0), Optional.of("is no manifest: " + e.getMessage()), image);
      return List.of();
    }
  }

  /** Of an index, platforms that were never pulled may be missing, but not all. */
  private List<Descriptor> references(Manifest manifest) {
    if (manifest instanceof ImageManifest) {
      return manifest.references();
    }
    List<Descriptor> wanted =
        manifest.references().stream().filter(child -> wasHere(child.digest())).toList();
    return wanted.isEmpty() ? manifest.references().stream().limit(1).toList() : wanted;
  }

  private boolean wasHere(Digest digest) {
    return store.contains(digest) || damaged.contains(digest) || quarantine.knows(digest);
  }

  private void note(Descriptor content, Optional<String> wrong, StoredImage image) {
    lacks
        .computeIfAbsent(content.digest(), key -> new Lack(content, wrong, new ArrayList<>()))
        .images()
        .add(image);
  }
}
