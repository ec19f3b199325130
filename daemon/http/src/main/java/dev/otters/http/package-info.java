/**
 * HTTP/1.1 over sockets whose addresses are checked when they are connected, which close when the
 * caller is interrupted, and whose every wait has a deadline.
 */
@NullMarked
package dev.otters.http;

import org.jspecify.annotations.NullMarked;
