package dev.otters.executor.docker;

import dev.otters.oci.Digest;
import java.util.Locale;

/** Makes the names that images have in the engine, which tell people and us whose they are. */
final class EngineTag {
  private static final String HOST = "otters.local/";

  private EngineTag() {}

  /**
   * Returns {@code otters.local/<kind>-<digest12>:<digest>}. Nothing is made by this name, which
   * anybody may give to another image.
   */
  static String of(EngineImages.Kind kind, Digest manifest) {
    return HOST
        + kind.name().toLowerCase(Locale.ROOT)
        + "-"
        + manifest.abbreviated()
        + ":"
        + manifest.hex();
  }
}
