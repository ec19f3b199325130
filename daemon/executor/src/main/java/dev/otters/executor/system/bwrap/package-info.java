/** Describes sandboxes to bubblewrap, and prepares their mounts and filters. */
@NullMarked
package dev.otters.executor.system.bwrap;

import org.jspecify.annotations.NullMarked;
