/** Finds the container engine, connects to it, and describes it and its errors. */
@NullMarked
package dev.otters.executor.docker.engine;

import org.jspecify.annotations.NullMarked;
