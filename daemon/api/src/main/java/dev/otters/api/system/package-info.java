/** The daemon itself: its version, its executors, its checks, and how to reach it. */
@NullMarked
package dev.otters.api.system;

import org.jspecify.annotations.NullMarked;
