package dev.otters.api;

import java.util.List;

/**
 * Is what the removal of an image took away.
 *
 * @param refs its names that are gone
 */
public record RemovalResult(List<String> refs) {
  /** Fills in what an answer left out. */
  public RemovalResult {
    refs = Absent.list(refs);
  }
}
