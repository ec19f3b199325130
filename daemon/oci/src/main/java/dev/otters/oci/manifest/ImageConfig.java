package dev.otters.oci.manifest;

import dev.otters.oci.Digest;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.json.JsonView;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a container image's config that Otters uses.
 *
 * @param diffIds digests of the uncompressed layers, in order
 * @param labels in the document's order
 */
public record ImageConfig(
    Platform platform, List<Digest> diffIds, List<String> entrypoint, Map<String, String> labels) {

  public ImageConfig {
    diffIds = List.copyOf(diffIds);
    entrypoint = List.copyOf(entrypoint);
  }

  /**
   * Reads the config of a container image.
   *
   * @param what names the image in errors
   * @throws dev.otters.oci.OciException INVALID_IMAGE if it is not valid
   */
  public static ImageConfig read(byte[] json, String what) {
    JsonView root = JsonView.parse(json, "config of " + what, Reason.INVALID_IMAGE);
    JsonView rootfs =
        root.object("rootfs").orElseThrow(() -> root.at("rootfs").error("is missing"));
    Optional<JsonView> config = root.object("config");
    return new ImageConfig(
        DescriptorCodec.platform(root),
        rootfs.texts("diff_ids").stream()
            .map(text -> DescriptorCodec.digest(rootfs.at("diff_ids"), text))
            .toList(),
        config.map(c -> c.texts("Entrypoint")).orElse(List.of()),
        config.map(c -> c.textMap("Labels")).orElse(Map.of()));
  }
}
