/**
 * What the command reads on its own machine: build contexts, mounts, environment files, quantities.
 */
@NullMarked
package dev.otters.cli.local;

import org.jspecify.annotations.NullMarked;
