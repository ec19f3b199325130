package dev.otters.oci.manifest;

import dev.otters.oci.Descriptor;
import dev.otters.oci.MediaTypes;
import dev.otters.oci.OciException;
import dev.otters.oci.OciException.Reason;
import dev.otters.oci.Platform;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Chooses the image of exactly one platform from an index. */
public final class PlatformChoice {
  private PlatformChoice() {}

  /**
   * Returns the image for {@code platform}.
   *
   * @param what names the image in errors
   * @throws OciException PLATFORM with the list of available platforms
   */
  public static Descriptor choose(ImageIndex index, Platform platform, String what) {
    return index.manifests().stream()
        .filter(child -> MediaTypes.isManifest(child.mediaType()))
        .filter(child -> child.platform().filter(platform::equals).isPresent())
        .findFirst()
        .orElseThrow(() -> missing(what, platform, platforms(index)));
  }

  /** Returns the platforms that an index lists, without those of attestations. */
  public static List<Platform> platforms(ImageIndex index) {
    return index.manifests().stream()
        .map(Descriptor::platform)
        .flatMap(Optional::stream)
        .filter(platform -> !platform.os().equals("unknown"))
        .distinct()
        .toList();
  }

  /** Returns the error that lists the available platforms. */
  public static OciException missing(String what, Platform platform, List<Platform> available) {
    String list =
        available.isEmpty()
            ? "no platforms"
            : available.stream().map(Platform::toString).collect(Collectors.joining(", "));
    return new OciException(
        Reason.PLATFORM,
        what + " has no image for " + platform + "; it has " + list,
        "Use an image that was built for " + platform + ".");
  }
}
