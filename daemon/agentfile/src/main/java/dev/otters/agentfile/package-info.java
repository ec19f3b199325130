/** Agentfiles as immutable records, whose constructors enforce the rules of the language. */
@NullMarked
package dev.otters.agentfile;

import org.jspecify.annotations.NullMarked;
