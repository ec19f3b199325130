/**
 * Speaks HTTP/1.1 over sockets that are checked when they are connected, closed when the caller is
 * interrupted, and never waited for for ever.
 */
@NullMarked
package dev.otters.http;

import org.jspecify.annotations.NullMarked;
