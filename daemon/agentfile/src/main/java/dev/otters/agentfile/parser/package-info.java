/** Reads Agentfiles: decoding, lines, ARG expansion, one handler per directive, every problem. */
@NullMarked
package dev.otters.agentfile.parser;

import org.jspecify.annotations.NullMarked;
