/** Tests of the package of the same name. */
@NullMarked
package dev.otters.bench.run;

import org.jspecify.annotations.NullMarked;
