/** Tests of the tools. */
@NullMarked
package dev.otters.worker.tool;

import org.jspecify.annotations.NullMarked;
