/** Commands as data, and what comes from that data: the parser, the help, the reference page. */
@NullMarked
package dev.otters.cli.command;

import org.jspecify.annotations.NullMarked;
