package dev.otters.oci.bin;

import dev.otters.oci.Digest;
import dev.otters.oci.Platform;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * A cache of the tools that were found last, since an image must be decompressed to find its tool.
 * Digests name content, so that an entry never changes. Thread-safe.
 */
final class RecentBins {
  /** The bytes of an entry beside its texts. */
  private static final long OVERHEAD = 2 << 10;

  private final Map<Key, BinImage> images = new LinkedHashMap<>(16, 0.75f, true);
  private final long limit;
  private long bytes;

  /**
   * The image of one platform.
   *
   * @param digest of the index, or of the manifest of an image without an index
   * @param manifest digest of the platform's manifest
   * @param platform the platform that it must be for
   */
  record Key(Digest digest, Digest manifest, Platform platform) {}

  /**
   * Creates an empty cache.
   *
   * @param limit the limit on the bytes of all entries
   */
  RecentBins(long limit) {
    this.limit = limit;
  }

  /**
   * Returns the tool of an image.
   *
   * @param find finds the tool if it is not here; its failures are not kept
   */
  BinImage of(Key key, Supplier<BinImage> find) {
    synchronized (images) {
      BinImage known = images.get(key);
      if (known != null) {
        return known;
      }
    }
    BinImage found = find.get();
    keep(key, found);
    return found;
  }

  private void keep(Key key, BinImage found) {
    synchronized (images) {
      if (images.putIfAbsent(key, found) == null) {
        bytes += size(found);
      }
      for (var eldest = images.values().iterator(); bytes > limit; eldest.remove()) {
        bytes -= size(eldest.next());
      }
    }
  }

  private static long size(BinImage image) {
    return OVERHEAD + 2L * (image.usage().length() + image.description().length());
  }
}
