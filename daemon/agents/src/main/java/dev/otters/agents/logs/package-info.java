/**
 * The logs of agents: files of limited size, kept across containers, which can be read and
 * followed.
 */
@NullMarked
package dev.otters.agents.logs;

import org.jspecify.annotations.NullMarked;
