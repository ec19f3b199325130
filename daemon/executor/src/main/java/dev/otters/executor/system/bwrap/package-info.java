/** Describes a sandbox to bubblewrap. */
@NullMarked
package dev.otters.executor.system.bwrap;

import org.jspecify.annotations.NullMarked;
