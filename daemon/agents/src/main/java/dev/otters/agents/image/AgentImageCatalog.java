package dev.otters.agents.image;

import dev.otters.api.Json;
import dev.otters.api.image.ImageList;
import dev.otters.api.image.ImageSummary;
import dev.otters.api.image.ImageView;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.agent.AgentImage;
import dev.otters.oci.agent.AgentImages;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.StoredImage;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists the agent images of the store. Never uses the network. */
public record AgentImageCatalog(OciStore store) {
  private static final long LARGEST_CONFIG = 8L << 20;

  /** Returns all agent images, by reference. */
  public ImageList list() {
    return new ImageList(new AgentImages(store).list().stream().map(this::summary).toList());
  }

  /**
   * Returns everything about one agent image.
   *
   * @param text a reference, or a digest of the store
   * @return the image
   */
  public ImageView inspect(String text) {
    Descriptor found = References.require(store, text);
    Kinds.refuseBin(store, text, found);
    AgentImage image = new AgentImages(store).load(found.digest());
    Manifest manifest = store.manifest(found.digest());
    return new ImageView(
        text,
        found.digest().toString(),
        References.namesOf(store, found.digest()),
        manifest.artifactType().orElse(MediaTypes.AGENT),
        Sizes.of(store, found),
        References.storedAt(store, found.digest()).orElse(null),
        image.annotations(),
        manifest.references().stream()
            .filter(part -> !part.mediaType().equals(MediaTypes.AGENT_CONFIG))
            .map(RemoteImages::layer)
            .toList(),
        config(manifest),
        image.agentfile().source().isEmpty() ? null : image.agentfile().source());
  }

  private ImageSummary summary(StoredImage stored) {
    Map<String, String> annotations = store.manifest(stored.descriptor().digest()).annotations();
    return new ImageSummary(
        stored.reference().toString(),
        stored.descriptor().digest().toString(),
        annotations.get(Annotations.TITLE),
        annotations.getOrDefault("description", annotations.get(Annotations.DESCRIPTION)),
        Sizes.of(store, stored.descriptor()),
        stored.storedAt().orElse(null));
  }

  @SuppressWarnings("unchecked")
  private Map<String, @Nullable Object> config(Manifest manifest) {
    if (!(manifest instanceof ImageManifest image)) {
      return Map.of();
    }
    String json = new String(store.read(image.config(), LARGEST_CONFIG), StandardCharsets.UTF_8);
    return (Map<String, @Nullable Object>) Json.read(json, Map.class);
  }
}
