package dev.otters.executor.docker;

import dev.otters.oci.Digest;
import java.util.Locale;

/** Makes the names that images have in the engine, which show their owner. */
final class EngineTag {
  private static final String HOST = "otters.local/";

  private EngineTag() {}

  /**
   * Returns {@code otters.local/<kind>-<digest12>:<digest>}. Containers are not made by this name,
   * since any client can move it to another image.
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
