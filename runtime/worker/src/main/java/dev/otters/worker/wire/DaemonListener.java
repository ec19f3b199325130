package dev.otters.worker.wire;

import dev.otters.protocol.Notice;
import dev.otters.protocol.WireError;

/** Receives notifications of the daemon on the reading thread; must return at once. */
public interface DaemonListener {
  /** Receives a notification. */
  void told(Notice notice);

  /** Called when the daemon no longer accepts this runtime; nothing follows. */
  void rejected(WireError error);
}
