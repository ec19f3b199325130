/** The protocol between the daemon and a runtime: the messages and their codec. */
@NullMarked
package dev.otters.protocol;

import org.jspecify.annotations.NullMarked;
