package dev.otters.oci.manifest;

import dev.otters.oci.Descriptor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A manifest that a tag can point at: one image, or an index of images. */
public sealed interface Manifest permits ImageManifest, ImageIndex {
  /** Returns the media type of the manifest itself. */
  String mediaType();

  /** Returns the artifact type; empty for ordinary images. */
  Optional<String> artifactType();

  /** Returns the annotations sorted by key; never null. */
  Map<String, String> annotations();

  /** Returns all referenced content, in order. */
  List<Descriptor> references();
}
