/** Sessions that were created explicitly, and the tools that their clients run. */
@NullMarked
package dev.otters.sessions.custom;

import org.jspecify.annotations.NullMarked;
