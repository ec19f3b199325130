package dev.otters.api.session;

import org.jspecify.annotations.Nullable;

/**
 * The operator's decision about a call of a gated tool.
 *
 * @param approval the id of the approval
 * @param decision {@link #ALLOW} or {@link #DENY}
 * @param note what the model learns with a denial, null for nothing
 */
public record ApprovalDecision(String approval, String decision, @Nullable String note) {
  /** Runs the call, once. */
  public static final String ALLOW = "allow";

  /** Does not run the call. */
  public static final String DENY = "deny";
}
