/** The runtime's surroundings: its paths and the kernel's process controls. */
@NullMarked
package dev.otters.worker.sandbox;

import org.jspecify.annotations.NullMarked;
