/** Supervises the processes of sandboxes and of agents without one. */
@NullMarked
package dev.otters.executor.system.process;

import org.jspecify.annotations.NullMarked;
