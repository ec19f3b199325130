package dev.otters.server.http;

import dev.otters.api.system.DoctorView;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.VersionView;

/** Is what the API says about the daemon itself. Any thread may call. */
public interface SystemOperations {
  /** Returns what the daemon is and how it does; never throws because an engine is away. */
  InfoView info();

  /**
   * Returns what a first run needs and whether it is there, as far as the daemon can tell; never
   * throws because something is missing.
   */
  DoctorView doctor();

  /** Returns what the daemon is. */
  VersionView version();
}
