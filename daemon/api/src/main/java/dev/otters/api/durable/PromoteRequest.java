package dev.otters.api.durable;

import java.util.List;

/**
 * A request to write drafts to durable files, all or none.
 *
 * @param noOutcomeGate whether to write them also if the outcome of the session is not met
 */
public record PromoteRequest(List<PromoteFile> files, boolean noOutcomeGate) {
  /** Creates a request that needs the outcome of the session, if it has one. */
  public PromoteRequest(List<PromoteFile> files) {
    this(files, false);
  }
}
