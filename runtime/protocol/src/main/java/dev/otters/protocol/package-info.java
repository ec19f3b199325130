/** The wire between the daemon and a runtime: its messages and their one codec. */
@NullMarked
package dev.otters.protocol;

import org.jspecify.annotations.NullMarked;
