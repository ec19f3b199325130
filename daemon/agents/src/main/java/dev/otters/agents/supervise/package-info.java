/**
 * Running agents: how they end, restart, stop and go, and how they survive a restart of the daemon.
 */
@NullMarked
package dev.otters.agents.supervise;

import org.jspecify.annotations.NullMarked;
