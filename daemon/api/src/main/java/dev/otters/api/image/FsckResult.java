package dev.otters.api.image;

import dev.otters.api.Absent;
import java.util.List;

/**
 * Is what a check of the store found.
 *
 * @param blobs how many were read
 * @param bytes their size
 * @param sound whether everything is right now
 * @param findings everything that was wrong
 */
public record FsckResult(int blobs, long bytes, boolean sound, List<FsckFinding> findings) {
  /** Fills in what an answer left out. */
  public FsckResult {
    findings = Absent.list(findings);
  }
}
