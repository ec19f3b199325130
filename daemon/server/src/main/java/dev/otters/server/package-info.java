/** The daemon: assembles its modules and serves the operator API. */
@NullMarked
package dev.otters.server;

import org.jspecify.annotations.NullMarked;
