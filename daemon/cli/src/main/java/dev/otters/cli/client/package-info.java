/**
 * The connection to the daemon: its address, HTTP over a unix socket, event streams, starting it on
 * demand.
 */
@NullMarked
package dev.otters.cli.client;

import org.jspecify.annotations.NullMarked;
