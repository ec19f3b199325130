/** Local input of the command: build contexts, mounts, environment files, quantities. */
@NullMarked
package dev.otters.cli.local;

import org.jspecify.annotations.NullMarked;
