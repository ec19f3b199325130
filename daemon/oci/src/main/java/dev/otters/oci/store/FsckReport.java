package dev.otters.oci.store;

import java.util.List;

/**
 * The result of a check of a store.
 *
 * @param blobs the number of blobs read
 * @param bytes their total size
 * @param findings the problems found
 */
public record FsckReport(int blobs, long bytes, List<Finding> findings) {
  public FsckReport {
    findings = List.copyOf(findings);
  }

  /** Returns whether the store has no problems left. */
  public boolean sound() {
    return findings.stream().allMatch(Finding::repaired);
  }
}
