/** The remedies of failures, in the words of the command. */
@NullMarked
package dev.otters.agents.advice;

import org.jspecify.annotations.NullMarked;
