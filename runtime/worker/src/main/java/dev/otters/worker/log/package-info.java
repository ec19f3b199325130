/** The runtime's log, which {@code otters logs} shows. */
@NullMarked
package dev.otters.worker.log;

import org.jspecify.annotations.NullMarked;
