/** Writes the description of the operator API from its operations and records. */
@NullMarked
package dev.otters.server.openapi;

import org.jspecify.annotations.NullMarked;
