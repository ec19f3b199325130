/**
 * The mirrors of sessions: files of JSON Lines, derived from the log for people and their tools. No
 * code of the daemon reads them for anything but their own upkeep.
 */
@NullMarked
package dev.otters.sessions.mirror;

import org.jspecify.annotations.NullMarked;
