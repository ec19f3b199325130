/** Child sessions: what their ancestors leave to them. */
@NullMarked
package dev.otters.sessions.lineage;

import org.jspecify.annotations.NullMarked;
