package dev.otters.api.session;

import org.jspecify.annotations.Nullable;

/**
 * The operator's decision about a call of a gated tool.
 *
 * @param approval the id of the approval
 * @param decision {@link #ALLOW} or {@link #DENY}
 * @param note what the model learns with a denial, null for nothing
 * @param automatic whether no person saw the call: then only a tool of {@code prompt-yes} in
 *     ottersd.yaml is allowed
 */
public record ApprovalDecision(
    String approval, String decision, @Nullable String note, boolean automatic) {
  /** Creates the decision of a person who saw the call. */
  public ApprovalDecision(String approval, String decision, @Nullable String note) {
    this(approval, decision, note, false);
  }

  /** Runs the call, once. */
  public static final String ALLOW = "allow";

  /** Does not run the call. */
  public static final String DENY = "deny";
}
