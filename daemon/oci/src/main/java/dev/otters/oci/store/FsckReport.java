package dev.otters.oci.store;

import java.util.List;

/**
 * What a check of a store found.
 *
 * @param blobs how many were read
 * @param bytes their size
 * @param findings everything that was wrong; empty when nothing was
 */
public record FsckReport(int blobs, long bytes, List<Finding> findings) {
  public FsckReport {
    findings = List.copyOf(findings);
  }

  /** Tells whether everything is right now. */
  public boolean sound() {
    return findings.stream().allMatch(Finding::repaired);
  }
}
