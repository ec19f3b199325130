package dev.otters.oci.store;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.ImageReference;
import dev.otters.oci.MediaTypes;
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
import java.util.stream.Collectors;

/**
 * Finds content that the tags of a store and the users of images need and that is missing or wrong.
 */
final class Closures {
  private final OciStore store;
  private final Quarantine quarantine;
  private final Set<Digest> damaged;
  private final Map<Digest, Lack> lacks = new LinkedHashMap<>();

  /**
   * @param damaged digests of files that were just moved to quarantine
   */
  Closures(OciStore store, Collection<ImageUser> users, Set<Digest> damaged) {
    this.store = store;
    this.quarantine = new Quarantine(store.layout());
    this.damaged = damaged;
    List<StoredImage> images = store.list();
    images.forEach(image -> check(image.descriptor(), Need.of(image)));
    Set<Digest> tagged =
        images.stream().map(image -> image.descriptor().digest()).collect(Collectors.toSet());
    users.stream()
        .filter(user -> !tagged.contains(user.digest()))
        .forEach(user -> check(root(user.digest()), Need.of(user)));
  }

  /**
   * A tag or user of an image that needs content.
   *
   * @param tag empty for a user of an image without a tag
   * @param source the reference to pull the image by again
   */
  record Need(String name, Optional<ImageReference> tag, Optional<ImageReference> source) {
    private static Need of(StoredImage image) {
      ImageReference tag = image.reference();
      return new Need(tag.toString(), Optional.of(tag), image.source());
    }

    private static Need of(ImageUser user) {
      return new Need(user.name(), Optional.empty(), user.source());
    }
  }

  /**
   * Missing or wrong content.
   *
   * @param content its size is 0 if unknown
   * @param wrong empty if the content is missing
   * @param needs the tags and users that need it
   */
  record Lack(Descriptor content, Optional<String> wrong, List<Need> needs) {
    boolean isMissing() {
      return wrong.isEmpty();
    }
  }

  Collection<Lack> lacks() {
    return lacks.values();
  }

  /** A user knows neither the type nor the size of its image. */
  private Descriptor root(Digest digest) {
    return new Descriptor(
        MediaTypes.MANIFEST, digest, store.contains(digest) ? store.size(digest) : 0);
  }

  private void check(Descriptor root, Need need) {
    ContentGraph graph = new ContentGraph(digest -> references(digest, need));
    graph.add(root);
    for (Descriptor content : graph.found().values()) {
      if (!store.contains(content.digest())) {
        note(content, Optional.empty(), need);
      } else if (store.size(content.digest()) != content.size()) {
        note(content, Optional.of("does not have the size that its image gives"), need);
      }
    }
  }

  private List<Descriptor> references(Digest digest, Need need) {
    try {
      return store.contains(digest) ? references(store.manifest(digest)) : List.of();
    } catch (OciException e) {
      note(
          new Descriptor("", digest, 0),
          Optional.of("is not a valid manifest: " + e.getMessage()),
          need);
      return List.of();
    }
  }

  /** An index may lack platforms that were never pulled, but not all of them. */
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

  private void note(Descriptor content, Optional<String> wrong, Need need) {
    lacks
        .computeIfAbsent(content.digest(), key -> new Lack(content, wrong, new ArrayList<>()))
        .needs()
        .add(need);
  }
}
