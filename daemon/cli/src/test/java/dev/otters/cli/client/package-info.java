/** Tests of the connection to the daemon. */
@NullMarked
package dev.otters.cli.client;

import org.jspecify.annotations.NullMarked;
