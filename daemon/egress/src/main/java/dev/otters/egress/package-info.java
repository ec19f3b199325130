/** The proxy through which agents reach other machines, and the rules that it follows. */
@NullMarked
package dev.otters.egress;

import org.jspecify.annotations.NullMarked;
