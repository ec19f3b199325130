/** The folders of sessions, in which agents write. */
@NullMarked
package dev.otters.agents.session;

import org.jspecify.annotations.NullMarked;
