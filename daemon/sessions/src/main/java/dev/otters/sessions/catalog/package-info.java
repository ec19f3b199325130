/** The catalogs of sessions: files in which an agent reads what its daemon knows about it. */
@NullMarked
package dev.otters.sessions.catalog;

import org.jspecify.annotations.NullMarked;
