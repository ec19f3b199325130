package dev.otters.oci;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A reference to content by its media type, digest and size.
 *
 * @param size in bytes
 * @param annotations sorted by key; never null
 * @see <a href="https://github.com/opencontainers/image-spec/blob/main/descriptor.md">OCI
 *     descriptors</a>
 */
public record Descriptor(
    String mediaType,
    Digest digest,
    long size,
    Optional<String> artifactType,
    Optional<Platform> platform,
    Map<String, String> annotations) {

  public Descriptor {
    annotations = Collections.unmodifiableSortedMap(new TreeMap<>(annotations));
  }

  /** Makes a descriptor without artifact type, platform and annotations. */
  public Descriptor(String mediaType, Digest digest, long size) {
    this(mediaType, digest, size, Optional.empty(), Optional.empty(), Map.of());
  }

  /** Returns the descriptor of {@code content}. */
  public static Descriptor of(String mediaType, byte[] content) {
    return new Descriptor(mediaType, Digest.of(content), content.length);
  }

  /** Returns a copy with these annotations only. */
  public Descriptor withAnnotations(Map<String, String> wanted) {
    return new Descriptor(mediaType, digest, size, artifactType, platform, wanted);
  }

  /** Returns a copy with another platform. */
  public Descriptor withPlatform(Platform wanted) {
    return new Descriptor(mediaType, digest, size, artifactType, Optional.of(wanted), annotations);
  }

  /** Returns a copy with another artifact type. */
  public Descriptor withArtifactType(String wanted) {
    return new Descriptor(mediaType, digest, size, Optional.of(wanted), platform, annotations);
  }
}
