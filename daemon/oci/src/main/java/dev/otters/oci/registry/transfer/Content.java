package dev.otters.oci.registry.transfer;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The content of one image, found by walking from its root.
 *
 * <p>Content cannot contain its own digest, so that the walk ends. Depth and number of manifests
 * have limits.
 */
final class Content {
  private static final int DEEPEST = 4;
  private static final int MOST_MANIFESTS = 1000;

  private final String what;
  private final Source source;
  private final Function<ImageIndex, List<Descriptor>> children;
  private final Map<Digest, Descriptor> manifests = new LinkedHashMap<>();
  private final Map<Digest, Descriptor> blobs = new LinkedHashMap<>();

  /** Supplies the manifests of the walk. */
  @FunctionalInterface
  interface Source {
    /**
     * Returns the manifest of {@code child}.
     *
     * @throws OciException if it is missing or does not match the descriptor
     */
    Manifest manifest(Descriptor child);
  }

  /**
   * Creates an empty instance.
   *
   * @param what names the image in errors
   * @param children chooses the parts of an index
   */
  Content(String what, Source source, Function<ImageIndex, List<Descriptor>> children) {
    this.what = what;
    this.source = source;
    this.children = children;
  }

  Content walk(Descriptor root) {
    visit(root, 0);
    return this;
  }

  List<Descriptor> manifests() {
    return List.copyOf(manifests.values());
  }

  List<Descriptor> blobs() {
    return List.copyOf(blobs.values());
  }

  private void visit(Descriptor node, int depth) {
    if (manifests.containsKey(node.digest())) {
      return;
    }
    if (depth > DEEPEST) {
      throw refused(" holds indexes in indexes, more than " + DEEPEST + " deep");
    }
    if (manifests.size() >= MOST_MANIFESTS) {
      throw refused(" holds more than " + MOST_MANIFESTS + " manifests");
    }
    switch (source.manifest(node)) {
      case ImageManifest image ->
          image.references().forEach(part -> blobs.putIfAbsent(part.digest(), part));
      case ImageIndex index -> children.apply(index).forEach(child -> child(child, depth + 1));
    }
    manifests.put(node.digest(), node);
  }

  private void child(Descriptor child, int depth) {
    if (!isManifest(child)) {
      throw refused(" lists content that is not an image: " + child.mediaType());
    }
    visit(child, depth);
  }

  static boolean isManifest(Descriptor part) {
    return MediaTypes.isManifest(part.mediaType()) || MediaTypes.isIndex(part.mediaType());
  }

  private OciException refused(String why) {
    return new OciException(
        Reason.INVALID_IMAGE,
        what + why,
        "Use one of its images by digest, or only this machine's platform.");
  }
}
