package dev.otters.sessions.mirror;

import dev.otters.home.store.Database;
import dev.otters.sessions.log.EventLog;
import dev.otters.sessions.trace.Traces;

/**
 * The sources of all mirrors.
 *
 * @param traces knows the secrets to hide, and which system prompts are recorded
 * @param release the release that headers name
 */
public record Origin(Database database, EventLog log, Traces traces, String release) {}
