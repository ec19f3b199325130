/** A daemon in memory, and the command run against it. */
@NullMarked
package dev.otters.cli.testing;

import org.jspecify.annotations.NullMarked;
