package dev.otters.worker.wire;

import dev.otters.protocol.Notice;
import dev.otters.protocol.WireError;

/** Is told what the daemon says unasked. Called by the reading thread: must return at once. */
public interface DaemonListener {
  /** Takes a notification. */
  void told(Notice notice);

  /** Learns that the daemon does not accept this runtime any more; nothing follows. */
  void rejected(WireError error);
}
