/**
 * Images: those that we ship, builds, pulls, what agents are resolved from, and what operators see
 * of them.
 */
@NullMarked
package dev.otters.agents.image;

import org.jspecify.annotations.NullMarked;
