/** The tools: binaries that run without a shell, with bounded output and a certain end. */
@NullMarked
package dev.otters.worker.tool;

import org.jspecify.annotations.NullMarked;
