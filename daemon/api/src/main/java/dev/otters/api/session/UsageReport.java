package dev.otters.api.session;

import java.util.List;

/**
 * A report of the tokens that agents used.
 *
 * @param rows the groups, most recently used first
 * @param total the sum of all groups, including those that are left out
 * @param leftOut the number of groups that are left out because there are too many
 * @param warnings problems with the list of prices
 */
public record UsageReport(
    List<UsageRow> rows, UsageRow total, long leftOut, List<String> warnings) {}
