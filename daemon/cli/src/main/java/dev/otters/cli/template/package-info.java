/** Templates for results: the subset of Go's that users of Docker write after {@code --format}. */
@NullMarked
package dev.otters.cli.template;

import org.jspecify.annotations.NullMarked;
