/** The routes of what sessions wait for: decisions of the operator, and wakes. */
@NullMarked
package dev.otters.server.http.session;

import org.jspecify.annotations.NullMarked;
