/** What the daemon keeps in memory, and in files until it is stored, of turns that run or wait. */
@NullMarked
package dev.otters.sessions.running;

import org.jspecify.annotations.NullMarked;
