package dev.otters.oci.manifest;

import dev.otters.oci.Descriptor;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.json.JsonView;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads and writes descriptors. */
public final class DescriptorCodec {
  private static final long LARGEST = 1L << 40;
  private static final Pattern MEDIA_TYPE =
      Pattern.compile(
          "[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}/[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}");

  private DescriptorCodec() {}

  /**
   * Reads a descriptor.
   *
   * @throws OciException of the view's reason if a field is missing, malformed or out of bounds
   */
  public static Descriptor read(JsonView view) {
    long size = view.number("size");
    if (size < 0 || size > LARGEST) {
      throw view.at("size").error("must be 0 to 1 TiB, not " + size);
    }
    return new Descriptor(
        mediaType(view, "mediaType"),
        digest(view.at("digest"), view.text("digest")),
        size,
        view.optionalText("artifactType").map(type -> mediaType(view, "artifactType")),
        view.object("platform").map(DescriptorCodec::platform),
        view.textMap("annotations"));
  }

  /** Returns the fields of a descriptor in the order of the specification. */
  public static Map<String, Object> write(Descriptor descriptor) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("mediaType", descriptor.mediaType());
    descriptor.artifactType().ifPresent(type -> fields.put("artifactType", type));
    fields.put("digest", descriptor.digest().toString());
    fields.put("size", descriptor.size());
    descriptor.platform().ifPresent(platform -> fields.put("platform", write(platform)));
    if (!descriptor.annotations().isEmpty()) {
      fields.put("annotations", descriptor.annotations());
    }
    return fields;
  }

  static String mediaType(JsonView view, String field) {
    String type = view.text(field);
    if (!MEDIA_TYPE.matcher(type).matches()) {
      throw view.at(field).error("is not a valid media type");
    }
    return type;
  }

  static Digest digest(JsonView place, String text) {
    try {
      return Digest.parse(text);
    } catch (OciException _) {
      throw place.error("must be sha256: and 64 lower-case hexadecimal digits");
    }
  }

  static Platform platform(JsonView view) {
    try {
      return new Platform(
          view.text("os"),
          view.text("architecture"),
          view.optionalText("variant").filter(variant -> !variant.isEmpty()));
    } catch (OciException e) {
      if (e.reason() == OciException.Reason.INVALID_REFERENCE) {
        throw view.error("is not a valid platform");
      }
      throw e;
    }
  }

  private static Map<String, Object> write(Platform platform) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("architecture", platform.architecture());
    fields.put("os", platform.os());
    platform.variant().ifPresent(variant -> fields.put("variant", variant));
    return fields;
  }
}
