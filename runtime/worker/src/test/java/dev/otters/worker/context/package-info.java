/** Tests of the context files. */
@NullMarked
package dev.otters.worker.context;

import org.jspecify.annotations.NullMarked;
