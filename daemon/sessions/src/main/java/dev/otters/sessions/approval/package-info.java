/** Calls of gated tools, which run only after the operator has allowed them. */
@NullMarked
package dev.otters.sessions.approval;

import org.jspecify.annotations.NullMarked;
