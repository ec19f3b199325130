/** Tests how a child and its parent become one definition. */
@NullMarked
package dev.otters.agentfile.resolve;

import org.jspecify.annotations.NullMarked;
