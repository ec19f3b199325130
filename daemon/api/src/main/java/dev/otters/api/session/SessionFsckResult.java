package dev.otters.api.session;

import java.util.List;

/**
 * The result of checking the logs and the mirrors of sessions.
 *
 * @param sessions the number of sessions checked
 * @param sound whether no damage is left
 * @param findings the damage of logs, then that of mirrors, each up to a limit
 * @param more the number of findings that are not listed
 */
public record SessionFsckResult(
    long sessions, boolean sound, List<SessionFinding> findings, long more) {}
