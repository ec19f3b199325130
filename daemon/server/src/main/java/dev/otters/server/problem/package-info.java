/** The errors that operators see: facts from every module, and what to do about them. */
@NullMarked
package dev.otters.server.problem;

import org.jspecify.annotations.NullMarked;
