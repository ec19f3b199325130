/** Tests of the runtime's surroundings. */
@NullMarked
package dev.otters.worker.sandbox;

import org.jspecify.annotations.NullMarked;
