package dev.otters.api.session;

import java.util.List;

/**
 * The answer to a listing of calls that wait for the operator or run now.
 *
 * @param approvals oldest first, at most 1,000
 */
public record ApprovalList(List<ApprovalView> approvals) {}
