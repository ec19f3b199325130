/** Drives the measured programs: the distribution, a home with its daemon, the container engine. */
@NullMarked
package dev.otters.bench.run;

import org.jspecify.annotations.NullMarked;
