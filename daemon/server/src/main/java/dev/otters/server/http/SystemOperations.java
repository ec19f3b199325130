package dev.otters.server.http;

import dev.otters.api.system.DoctorView;
import dev.otters.api.system.InfoView;
import dev.otters.api.system.VersionView;

/** The state of the daemon itself. Safe for use by any thread. */
public interface SystemOperations {
  /** Returns the state of the daemon, also without an engine. */
  InfoView info();

  /**
   * Returns the requirements of a first run and whether they are met. Reports what is missing, and
   * does not throw.
   */
  DoctorView doctor();

  /** Returns the version of the daemon. */
  VersionView version();
}
