package dev.otters.api.session;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a listing of calls that wait for the operator or run now.
 *
 * @param approvals oldest first, at most 1,000 and about a MiB of inputs
 * @param next the parameter {@code after} of the next page, null for the last one
 */
public record ApprovalList(List<ApprovalView> approvals, @Nullable String next) {}
