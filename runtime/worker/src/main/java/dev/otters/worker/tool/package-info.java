/** The tools: binaries that run without a shell, with their output bounded and their ends sure. */
@NullMarked
package dev.otters.worker.tool;

import org.jspecify.annotations.NullMarked;
