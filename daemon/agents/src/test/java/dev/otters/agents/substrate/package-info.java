@NullMarked
package dev.otters.agents.substrate;

import org.jspecify.annotations.NullMarked;
