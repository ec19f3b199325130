/** The state of turns that run or wait, in memory, and in files until it is stored. */
@NullMarked
package dev.otters.sessions.running;

import org.jspecify.annotations.NullMarked;
