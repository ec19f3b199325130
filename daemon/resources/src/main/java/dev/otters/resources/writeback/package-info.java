/** The drafts of sessions, from which durable files are written. */
@NullMarked
package dev.otters.resources.writeback;

import org.jspecify.annotations.NullMarked;
