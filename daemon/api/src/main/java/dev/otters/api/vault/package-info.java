/** Vaults in the operator API. */
@NullMarked
package dev.otters.api.vault;

import org.jspecify.annotations.NullMarked;
