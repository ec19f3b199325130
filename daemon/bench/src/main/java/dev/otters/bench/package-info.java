/** Measures the installed distribution and writes its figures. */
@NullMarked
package dev.otters.bench;

import org.jspecify.annotations.NullMarked;
