package dev.otters.oci.manifest;

import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.json.JsonText;
import dev.otters.oci.json.JsonView;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads and writes manifests and indexes of OCI and Docker. */
public final class ManifestCodec {
  /** The largest manifest, in bytes; registries have the same limit. */
  public static final int LARGEST = 4 << 20;

  private static final int MOST_REFERENCES = 1000;

  private ManifestCodec() {}

  /**
   * Reads a manifest or an index.
   *
   * @param what names the image in errors
   * @throws OciException INVALID_IMAGE if it is neither, or exceeds a limit
   */
  public static Manifest read(byte[] json, String what) {
    if (json.length > LARGEST) {
      throw new OciException(
          Reason.INVALID_IMAGE,
          "manifest of " + what + " is larger than 4 MiB",
          "Get the image from another source.");
    }
    JsonView root = JsonView.parse(json, "manifest of " + what, Reason.INVALID_IMAGE);
    if (root.number("schemaVersion") != 2) {
      throw root.at("schemaVersion").error("must be 2; older images are not supported");
    }
    String mediaType = root.optionalText("mediaType").orElseGet(() -> guess(root));
    Optional<String> artifactType =
        root.optionalText("artifactType").map(t -> DescriptorCodec.mediaType(root, "artifactType"));
    if (MediaTypes.isIndex(mediaType)) {
      refuseBoth(root, "layers");
      return new ImageIndex(
          mediaType, artifactType, list(root, "manifests"), root.textMap("annotations"));
    }
    if (!MediaTypes.isManifest(mediaType)) {
      throw root.at("mediaType").error("must be an image manifest or an image index");
    }
    refuseBoth(root, "manifests");
    JsonView config =
        root.object("config").orElseThrow(() -> root.at("config").error("is missing"));
    return new ImageManifest(
        mediaType,
        artifactType,
        DescriptorCodec.read(config),
        list(root, "layers"),
        root.textMap("annotations"));
  }

  /**
   * Returns the descriptor of a manifest or an index, with its artifact type.
   *
   * @throws OciException INVALID_IMAGE as {@link #read}
   */
  public static Descriptor describe(byte[] json, String what) {
    Manifest manifest = read(json, what);
    Descriptor plain = Descriptor.of(manifest.mediaType(), json);
    return manifest.artifactType().map(plain::withArtifactType).orElse(plain);
  }

  /** Writes a manifest or an index. The same value gives the same bytes. */
  public static byte[] write(Manifest manifest) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("schemaVersion", 2);
    fields.put("mediaType", manifest.mediaType());
    manifest.artifactType().ifPresent(type -> fields.put("artifactType", type));
    switch (manifest) {
      case ImageManifest image -> {
        fields.put("config", DescriptorCodec.write(image.config()));
        fields.put("layers", image.layers().stream().map(DescriptorCodec::write).toList());
      }
      case ImageIndex index ->
          fields.put("manifests", index.manifests().stream().map(DescriptorCodec::write).toList());
    }
    if (!manifest.annotations().isEmpty()) {
      fields.put("annotations", manifest.annotations());
    }
    return JsonText.compact(fields);
  }

  private static String guess(JsonView root) {
    return root.fields().contains("manifests") ? MediaTypes.INDEX : MediaTypes.MANIFEST;
  }

  /** Refuses a document that one reader takes as a manifest and another as an index. */
  private static void refuseBoth(JsonView root, String other) {
    if (root.fields().contains(other)) {
      throw root.at(other).error("is not allowed in this kind of manifest");
    }
  }

  private static List<Descriptor> list(JsonView root, String field) {
    List<JsonView> entries = root.objects(field);
    if (entries.size() > MOST_REFERENCES) {
      throw root.at(field).error("has more than " + MOST_REFERENCES + " entries");
    }
    return entries.stream().map(DescriptorCodec::read).toList();
  }
}
