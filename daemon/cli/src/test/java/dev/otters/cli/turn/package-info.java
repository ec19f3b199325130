/** Tests of following a turn. */
@NullMarked
package dev.otters.cli.turn;

import org.jspecify.annotations.NullMarked;
