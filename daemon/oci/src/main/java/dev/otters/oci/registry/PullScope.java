package dev.otters.oci.registry;

import dev.otters.oci.Platform;

/** The part of an index to pull. An image without an index is always pulled whole. */
public sealed interface PullScope {
  /** Every platform. */
  record AllPlatforms() implements PullScope {}

  /** The index and the image of one platform. */
  record OnlyPlatform(Platform platform) implements PullScope {}
}
