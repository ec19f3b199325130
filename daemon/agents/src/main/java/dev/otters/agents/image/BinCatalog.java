package dev.otters.agents.image;

import dev.otters.api.bin.BinList;
import dev.otters.api.bin.BinPlatform;
import dev.otters.api.bin.BinSummary;
import dev.otters.api.bin.BinView;
import dev.otters.oci.Annotations;
import dev.otters.oci.Descriptor;
import dev.otters.oci.Platform;
import dev.otters.oci.bin.BinImage;
import dev.otters.oci.bin.BinImages;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.Manifest;
import dev.otters.oci.store.OciStore;
import dev.otters.oci.store.StoredImage;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists the BIN images of the store. Never uses the network.
 *
 * @param platform the platform of the sandboxes
 */
public record BinCatalog(OciStore store, Platform platform) {
  /** Returns all BIN images, by reference. */
  public BinList list() {
    return new BinList(new BinImages(store).list().stream().map(this::summary).toList());
  }

  /**
   * Returns everything about one BIN image.
   *
   * @param text a reference, or a digest of the store
   * @return the image
   */
  public BinView inspect(String text) {
    Descriptor found = References.require(store, text);
    Kinds.refuseAgent(store, text, found);
    BinImage bin = new BinImages(store).inspect(found.digest(), shown(found));
    Manifest manifest = store.manifest(found.digest());
    return new BinView(
        text,
        found.digest().toString(),
        References.namesOf(store, found.digest()),
        bin.name(),
        empty(bin.description()),
        bin.path(),
        empty(bin.usage()),
        platforms(found, manifest),
        manifest.annotations(),
        Sizes.of(store, found),
        References.storedAt(store, found.digest()).orElse(null));
  }

  private BinSummary summary(StoredImage stored) {
    Descriptor found = stored.descriptor();
    Manifest manifest = store.manifest(found.digest());
    Map<String, String> annotations = manifest.annotations();
    return new BinSummary(
        stored.reference().toString(),
        found.digest().toString(),
        annotations.getOrDefault(Annotations.BIN_NAME, stored.reference().repository()),
        annotations.getOrDefault(
            Annotations.BIN_DESCRIPTION, annotations.get(Annotations.DESCRIPTION)),
        platforms(found, manifest).stream().map(BinPlatform::platform).toList(),
        Sizes.of(store, found),
        stored.storedAt().orElse(null));
  }

  /**
   * Returns the platform of the sandboxes if the image has it, or else its first platform in the
   * store.
   */
  private Platform shown(Descriptor found) {
    if (!(store.manifest(found.digest()) instanceof ImageIndex index)) {
      return platform;
    }
    List<Platform> here =
        index.manifests().stream()
            .filter(part -> store.contains(part.digest()))
            .flatMap(part -> part.platform().stream())
            .toList();
    return here.contains(platform) || here.isEmpty() ? platform : here.getFirst();
  }

  private List<BinPlatform> platforms(Descriptor found, Manifest manifest) {
    return switch (manifest) {
      case ImageManifest image ->
          List.of(
              new BinPlatform(
                  platform.toString(), found.digest().toString(), Sizes.of(store, found)));
      case ImageIndex index ->
          index.manifests().stream()
              .filter(part -> part.platform().isPresent())
              .map(this::platform)
              .toList();
    };
  }

  private BinPlatform platform(Descriptor part) {
    String name = part.platform().map(Platform::toString).orElse("");
    return new BinPlatform(name, part.digest().toString(), Sizes.of(store, part));
  }

  private static @Nullable String empty(String text) {
    return text.isEmpty() ? null : text;
  }
}
