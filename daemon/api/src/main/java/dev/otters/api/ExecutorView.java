package dev.otters.api;

import java.util.List;

/**
 * Is the executor that the daemon uses.
 *
 * @param reason why this one was chosen
 * @param limitations what it cannot enforce here, by name
 */
public record ExecutorView(
    String kind,
    String version,
    String apiVersion,
    String endpoint,
    String reason,
    List<String> limitations,
    List<String> warnings) {
  /** Fills in what an answer left out. */
  public ExecutorView {
    limitations = Absent.list(limitations);
    warnings = Absent.list(warnings);
  }
}
