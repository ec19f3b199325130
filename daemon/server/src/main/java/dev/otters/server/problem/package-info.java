/** The errors that operators see: the facts of every module, with advice. */
@NullMarked
package dev.otters.server.problem;

import org.jspecify.annotations.NullMarked;
