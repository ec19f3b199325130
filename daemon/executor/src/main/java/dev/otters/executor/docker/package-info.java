/** Runs sandboxes as containers of a Docker engine. The only package that uses docker-java. */
@NullMarked
package dev.otters.executor.docker;

import org.jspecify.annotations.NullMarked;
