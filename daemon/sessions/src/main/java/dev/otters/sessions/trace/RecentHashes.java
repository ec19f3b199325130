package dev.otters.sessions.trace;

import java.util.LinkedHashMap;
import java.util.Map;

/** The hashes that were seen last, up to a limit. Thread-safe. */
final class RecentHashes {
  /** About 1 MB. */
  private static final int MOST = 8192;

  private final Map<String, Boolean> hashes =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
          return size() > MOST;
        }
      };

  /** Returns whether a hash is new, and remembers it. */
  synchronized boolean add(String hash) {
    return hashes.put(hash, true) == null;
  }
}
