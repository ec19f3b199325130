package dev.otters.oci;

/** The media types that Otters reads and writes. */
public final class MediaTypes {
  public static final String INDEX = "application/vnd.oci.image.index.v1+json";
  public static final String MANIFEST = "application/vnd.oci.image.manifest.v1+json";
  public static final String IMAGE_CONFIG = "application/vnd.oci.image.config.v1+json";
  public static final String TAR = "application/vnd.oci.image.layer.v1.tar";
  public static final String TAR_GZIP = "application/vnd.oci.image.layer.v1.tar+gzip";
  public static final String TAR_ZSTD = "application/vnd.oci.image.layer.v1.tar+zstd";
  public static final String DOCKER_INDEX =
      "application/vnd.docker.distribution.manifest.list.v2+json";
  public static final String DOCKER_MANIFEST =
      "application/vnd.docker.distribution.manifest.v2+json";
  public static final String DOCKER_CONFIG = "application/vnd.docker.container.image.v1+json";

  public static final String AGENT = "application/vnd.openotters.agent.v1";
  public static final String AGENT_CONFIG = "application/vnd.openotters.agent.config.v1+json";
  public static final String AGENTFILE = "application/vnd.openotters.agentfile";
  public static final String CONTEXT = "application/vnd.openotters.context.v1";
  public static final String BIN = "application/vnd.openotters.bin.v1";

  /** A tar of a skill's folder. The media type is our own, so that other readers skip the layer. */
  public static final String SKILL = "application/vnd.otters.skill.v1.tar";

  public static final String OCTETS = "application/octet-stream";

  private MediaTypes() {}

  /** Returns whether content of this type is an index of manifests. */
  public static boolean isIndex(String mediaType) {
    return mediaType.equals(INDEX) || mediaType.equals(DOCKER_INDEX);
  }

  /** Returns whether content of this type is the manifest of one image. */
  public static boolean isManifest(String mediaType) {
    return mediaType.equals(MANIFEST) || mediaType.equals(DOCKER_MANIFEST);
  }

  /** Returns whether content of this type is a layer: a tar, compressed or not. */
  public static boolean isTarLayer(String mediaType) {
    return mediaType.startsWith("application/vnd.oci.image.layer.")
        || mediaType.startsWith("application/vnd.docker.image.rootfs.");
  }
}
