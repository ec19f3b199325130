package dev.otters.executor.unpack;

import dev.otters.executor.ExecutorException;
import dev.otters.executor.ExecutorException.Reason;
import dev.otters.executor.ImagePin;
import dev.otters.oci.Digest;
import dev.otters.oci.OciException;
import dev.otters.oci.Platform;
import dev.otters.oci.manifest.ImageConfig;
import dev.otters.oci.manifest.ImageIndex;
import dev.otters.oci.manifest.ImageManifest;
import dev.otters.oci.manifest.PlatformChoice;
import dev.otters.oci.store.OciStore;
import java.util.List;
import java.util.function.Supplier;

/**
 * Finds images in the store.
 *
 * @param store the store
 */
public record StoredImages(OciStore store) {
  static final long LARGEST_CONFIG = 4 * 1024 * 1024;

  /**
   * Returns the manifest of an image for exactly this platform.
   *
   * @return the manifest's digest
   * @throws ExecutorException IMAGE when the store does not have it, or not for this platform
   */
  public Digest resolve(ImagePin pin, Platform platform) {
    return usable(
        pin,
        () ->
            switch (store.manifest(pin.digest())) {
              case ImageIndex index -> PlatformChoice.choose(index, platform, pin.ref()).digest();
              case ImageManifest image -> {
                checkPlatform(image, pin, platform);
                yield pin.digest();
              }
            });
  }

  private void checkPlatform(ImageManifest image, ImagePin pin, Platform platform) {
    byte[] json = store.read(image.config(), LARGEST_CONFIG);
    Platform found = ImageConfig.read(json, pin.ref()).platform();
    if (!found.equals(platform)) {
      throw PlatformChoice.missing(pin.ref(), platform, List.of(found));
    }
  }

  /**
   * Uses an image.
   *
   * @param pin the image, for messages
   * @throws ExecutorException IMAGE when {@code use} throws {@link OciException}
   */
  public static <T> T usable(ImagePin pin, Supplier<T> use) {
    try {
      return use.get();
    } catch (OciException e) {
      OciException why = pin.explain(e);
      throw new ExecutorException(
          Reason.IMAGE,
          "cannot use the image " + pin.ref() + ": " + why.getMessage(),
          why.remedy().isEmpty() ? "Build or pull it again." : why.remedy(),
          why);
    }
  }
}
