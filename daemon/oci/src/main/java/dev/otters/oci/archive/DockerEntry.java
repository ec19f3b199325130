package dev.otters.oci.archive;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.manifest.ImageManifest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One image in a {@code manifest.json}, which engines with their own image store read.
 *
 * @param tags its full names
 */
record DockerEntry(ImageManifest image, List<String> tags) {

  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("Config", blobName(image.config().digest()));
    fields.put("RepoTags", tags);
    fields.put("Layers", layers(image).stream().map(layer -> blobName(layer.digest())).toList());
    return fields;
  }

  /** Returns the layers that are tars: engines reject others. */
  static List<Descriptor> layers(ImageManifest image) {
    return image.layers().stream()
        .filter(layer -> MediaTypes.isTarLayer(layer.mediaType()))
        .toList();
  }

  static String blobName(Digest digest) {
    return "blobs/sha256/" + digest.hex();
  }
}
