/** Tests what the parser accepts, and what it says about the rest. */
@NullMarked
package dev.otters.agentfile.parser;

import org.jspecify.annotations.NullMarked;
