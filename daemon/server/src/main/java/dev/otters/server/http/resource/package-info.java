/** The routes of memories, and of the record of calls of resources. */
@NullMarked
package dev.otters.server.http.memory;

import org.jspecify.annotations.NullMarked;
