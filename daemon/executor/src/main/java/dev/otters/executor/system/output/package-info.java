/** Keeps what sandboxes print, line by line, in files of limited size. */
@NullMarked
package dev.otters.executor.system.output;

import org.jspecify.annotations.NullMarked;
