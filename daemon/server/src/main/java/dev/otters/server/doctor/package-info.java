/** Checks the requirements of a first run, one by one. */
@NullMarked
package dev.otters.server.doctor;

import org.jspecify.annotations.NullMarked;
