/**
 * Finds the container engine, tries it, connects to it, and says what it is and what goes wrong
 * with it.
 */
@NullMarked
package dev.otters.executor.docker.engine;

import org.jspecify.annotations.NullMarked;
