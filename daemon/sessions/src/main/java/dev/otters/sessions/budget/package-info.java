/** Budgets in tokens and money. */
@NullMarked
package dev.otters.sessions.budget;

import org.jspecify.annotations.NullMarked;
