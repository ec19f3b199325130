/** The operator API: HTTP on the home's socket and on the loopback interface, the same on both. */
@NullMarked
package dev.otters.server.http;

import org.jspecify.annotations.NullMarked;
