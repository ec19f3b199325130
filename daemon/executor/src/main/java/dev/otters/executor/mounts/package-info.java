/** Decides which mounts are allowed, and prepares and verifies mount points. */
@NullMarked
package dev.otters.executor.mounts;

import org.jspecify.annotations.NullMarked;
