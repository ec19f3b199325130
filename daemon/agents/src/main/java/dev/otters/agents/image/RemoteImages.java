package dev.otters.agents.image;

import dev.otters.api.image.LayerView;
import dev.otters.api.image.RemoteImageView;
import dev.otters.api.image.TagList;
import dev.otters.credentials.HostCredentials;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.ImageReference;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import dev.otters.oci.json.JsonView;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.registry.Registry;
import dev.otters.oci.registry.RemoteImage;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks registries for their images, and whether a login is valid; stores nothing. */
public final class RemoteImages {
  private RemoteImages() {}

  /**
   * Returns the tags of a repository.
   *
   * @param registry asks as the operator does
   * @param text the repository; its tag does not matter
   * @return the tags in the order of the registry
   */
  public static TagList tags(Registry registry, String text) {
    ImageReference repository = ImageReference.parse(text);
    String name = repository.host().map(host -> host + "/").orElse("") + repository.repository();
    return new TagList(name, registry.tags(repository));
  }

  /**
   * Returns the image that a registry has for a reference.
   *
   * @param registry asks as the operator does
   * @param text the reference
   * @return the image
   */
  public static RemoteImageView inspect(Registry registry, String text) {
    ImageReference reference = ImageReference.parse(text);
    RemoteImage image = registry.inspect(reference);
    Manifest manifest = image.manifest();
    return new RemoteImageView(
        reference.toString(),
        image.descriptor().digest().toString(),
        image.descriptor().mediaType(),
        manifest.artifactType().orElse(null),
        manifest instanceof ImageManifest ? size(image) : 0,
        image.platforms().stream().map(Platform::toString).toList(),
        manifest.annotations(),
        layers(manifest),
        config(image, reference));
  }

  /**
   * Verifies credentials.
   *
   * @param registry asks as the daemon does
   * @param login the credentials and their registry
   * @throws OciException DENIED when the registry refuses them
   */
  public static void login(Registry registry, HostCredentials login) {
    try {
      registry.check(login);
    } catch (OciException e) {
      if (e.reason() != Reason.DENIED) {
        throw e;
      }
      throw new OciException(
          Reason.DENIED,
          "registry " + login.host() + " rejects this user and password",
          "Check both, then run 'otters login " + login.host() + "' again.",
          e);
    }
  }

  static LayerView layer(Descriptor part) {
    return new LayerView(
        part.mediaType(),
        part.digest().toString(),
        part.size(),
        part.annotations().get(Annotations.TITLE));
  }

  private static long size(RemoteImage image) {
    return image.descriptor().size()
        + image.manifest().references().stream().mapToLong(Descriptor::size).sum();
  }

  private static List<LayerView> layers(Manifest manifest) {
    return switch (manifest) {
      case ImageManifest image -> image.layers().stream().map(RemoteImages::layer).toList();
      case ImageIndex index -> List.of();
    };
  }

  private static Map<String, @Nullable Object> config(RemoteImage image, ImageReference reference) {
    return image
        .config()
        .map(json -> json.getBytes(StandardCharsets.UTF_8))
        .<Map<String, @Nullable Object>>map(
            json -> JsonView.parse(json, "config of " + reference, Reason.INVALID_IMAGE).asMap())
        .orElse(Map.of());
  }
}
