/** Tests of the agent wire. */
@NullMarked
package dev.otters.protocol;

import org.jspecify.annotations.NullMarked;
