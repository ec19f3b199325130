/** The runtime's log, shown by {@code otters logs}. */
@NullMarked
package dev.otters.worker.log;

import org.jspecify.annotations.NullMarked;
