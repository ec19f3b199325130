/** Tests of the log. */
@NullMarked
package dev.otters.worker.log;

import org.jspecify.annotations.NullMarked;
