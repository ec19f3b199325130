/** Tests of the package of the same name. */
@NullMarked
package dev.otters.bench.report;

import org.jspecify.annotations.NullMarked;
