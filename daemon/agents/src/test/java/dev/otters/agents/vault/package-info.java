@NullMarked
package dev.otters.agents.vault;

import org.jspecify.annotations.NullMarked;
