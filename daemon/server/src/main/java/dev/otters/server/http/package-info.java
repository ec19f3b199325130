/** The operator API, the same on the home's socket and on the loopback interface. */
@NullMarked
package dev.otters.server.http;

import org.jspecify.annotations.NullMarked;
