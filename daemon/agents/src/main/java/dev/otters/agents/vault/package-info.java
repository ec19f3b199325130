/** The vaults: the operator's secrets for single tools. */
@NullMarked
package dev.otters.agents.vault;

import org.jspecify.annotations.NullMarked;
