package dev.otters.api;

import java.util.List;

/**
 * The result of removing an image.
 *
 * @param refs the references that were removed
 */
public record RemovalResult(List<String> refs) {
  /** Fills in what an answer left out. */
  public RemovalResult {
    refs = Absent.list(refs);
  }
}
