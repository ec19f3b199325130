package dev.otters.oci.registry;

import dev.otters.oci.Platform;

/** Says how much of an index is pulled; an image that is no index is always pulled whole. */
public sealed interface PullScope {
  /** Every platform. */
  record AllPlatforms() implements PullScope {}

  /** The index itself and exactly this platform's image. */
  record OnlyPlatform(Platform platform) implements PullScope {}
}
