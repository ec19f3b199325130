/** Parses Agentfiles: decoding, lines, ARG expansion, and one handler per group of directives. */
@NullMarked
package dev.otters.agentfile.parser;

import org.jspecify.annotations.NullMarked;
