/** Runs sandboxes as containers of a Docker engine; the only package that knows docker-java. */
@NullMarked
package dev.otters.executor.docker;

import org.jspecify.annotations.NullMarked;
