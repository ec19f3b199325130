/** The crash matrix: kills processes at named steps, and checks what is left. */
@NullMarked
package dev.otters.acceptance.crash;

import org.jspecify.annotations.NullMarked;
