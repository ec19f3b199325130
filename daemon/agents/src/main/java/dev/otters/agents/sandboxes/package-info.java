/** The sandboxes that sessions have for themselves. */
@NullMarked
package dev.otters.agents.sandboxes;

import org.jspecify.annotations.NullMarked;
