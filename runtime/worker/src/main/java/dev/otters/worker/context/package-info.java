/** The context files, which tell the model who it is and what it can do. */
@NullMarked
package dev.otters.worker.context;

import org.jspecify.annotations.NullMarked;
